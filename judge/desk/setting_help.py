"""What each setting that a page of the help explains may be set to, as the judge itself reads it."""

from judge.desk.options import OPTIONS, PERSONAL
from judge.game.settings import Language
from judge.mail.vocabulary import form_of, written_value
from judge.reports.help import SettingTold, Topic, write_settings


def settings_told(topic: Topic, language: Language) -> str:
    """A paragraph for the foot of a page; empty where the page explains no setting."""
    told = []
    for key in dict.fromkeys((*OPTIONS, *PERSONAL)):
        option = OPTIONS.get(key) or PERSONAL[key]
        if f"settings.{key}" in topic.keys:
            examples = tuple(written_value(word, language) for word in option.examples)
            told.append(SettingTold(form_of("settings", key, language), option.bounds, examples))
    return write_settings(told, language)
