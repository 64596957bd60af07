"""Press: letters between players, and diaries."""
