"""Letters between players, with everything that may be said of who reads them."""

from hypothesis import strategies as st

from judge.game.press.messages import Recipients, SendPress
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.game.tables import POWERS, address

NAMES = st.sampled_from([Power(power) for power in POWERS])
COMMANDS = st.builds(
    SendPress,
    by=st.sampled_from([address(power) for power in (*POWERS, "master", "watcher")]),
    to=st.lists(NAMES, max_size=3, unique=True).map(tuple),
    text=st.just("xyzzy"),
    to_master=st.booleans(),
    to_observers=st.booleans(),
    all_but=st.booleans(),
    grey=st.booleans(),
    signed=st.none() | NAMES,
    shown=st.none() | st.builds(Recipients, st.lists(NAMES, max_size=2).map(tuple), st.booleans()),
    until=st.none() | st.sampled_from([Phase.parse("S1901M"), Phase.parse("F1901M")]),
)
