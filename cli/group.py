"""A group of commands that knows what a misspelt one may have meant."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from cli.failure import Failure


class Group(TyperGroup):
    """Commands by name; an unknown one is answered with the nearest."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the words begin with.

        Raises:
            Failure: there is none of that name.
        """
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from events.notation.words import nearest

            near = nearest(args[0], known)[:1]
            meant = f"did you mean {near[0]}? " if near else ""
            raise Failure(
                f"no such command {args[0]!r}", f"{meant}{ctx.command_path} --help lists them"
            )
        return super().resolve_command(ctx, args)


class ByModule(Group):
    """Commands of which each is found in its module when it is asked for, so that a command waits
    for what it needs itself and for nothing else."""

    modules: ClassVar[Mapping[str, str]] = {}
    """Every command with its module, as seen from the package, in the order of help."""
    package: ClassVar[str | None] = None

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of help."""
        return list(self.modules)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; None where there is none."""
        if cmd_name not in self.modules:
            return None
        return group_in(self.modules[cmd_name], self.package).commands[cmd_name]


@cache
def group_in(module: str, package: str | None) -> TyperGroup:
    """The commands of a module, which is imported for them."""
    return typer.main.get_group(import_module(module, package).app)


def option_meant(error: Any) -> str:
    """Of an error about an unknown option, the option that may have been meant; else nothing."""
    typed, context = getattr(error, "option_name", None), getattr(error, "ctx", None)
    if typed is None or context is None or type(error).__name__ != "NoSuchOption":
        return ""
    from events.notation.words import nearest

    known = [name for each in context.command.params for name in each.opts if name[:2] == "--"]
    return next(iter(nearest(typed, known)), "")
