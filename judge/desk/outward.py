"""How letters leave: the road to the relay with the judge's signature on them, as the operator set them."""

from collections.abc import Mapping

from judge.config import Config, ConfigError, read_secret
from judge.mail.dkim_sign import Signer
from judge.mail.smtp_out import Login, Route


def route(config: Config, environment: Mapping[str, str]) -> Route:
    """The road to the relay; ConfigError when its password is not where the configuration says."""
    relay = config.relay
    login = None
    if relay.user:
        password = read_secret("relay.password", relay.password_file, relay.password_variable, environment)
        login = Login(relay.user, password)
    return Route(relay.host, relay.port, relay.tls, relay.authorities, login, own_domain(config))


def signer(config: Config, environment: Mapping[str, str]) -> Signer | None:
    """What signs the letters, None where nothing does; ConfigError when the key is missing or none."""
    dkim = config.dkim
    if not dkim.selector:
        return None
    key = read_secret("dkim.key", dkim.key_file, dkim.key_variable, environment)
    try:
        return Signer(dkim.domain or own_domain(config), dkim.selector, key)
    except ValueError as error:
        raise ConfigError(f"dkim.key: {error}") from error


def own_domain(config: Config) -> str:
    """The mail domain of the judge's address."""
    return config.judge.address.rpartition("@")[2]
