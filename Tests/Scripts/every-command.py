"""The rule for every command of both programs, whatever it was asked for and whatever it answers.

With --json there are only objects on standard output, `type` first; the last is a result or an error and has the exit
code, where that is not 0. On standard error people read `program: text` and, below it, what to try. An error says the same
on both. Without --json the exit code is the same, and a failure leaves standard output empty.
"""

import json, subprocess, sys

NO_PROFILE = [
    "status", "read", "send x hi", "contact", "contact show x", "contact verify x --yes", "contact rename x y",
    "contact delete x --yes", "group", "group create x", "group show x", "group add x y", "group remove x y",
    "group delete x --yes", "save 3f2a", "seal x --text hi", "open plain", "outbox", "outbox retry 1",
    "outbox discard 1", "issues", "doctor", "watch", "pair invite", "pair invite --to-file new",
    "relay use sotto://127.0.0.1:1",
]
USAGE = [
    "", "nonsense", "init extra", "init --relay nonsense", "relay", "relay use", "relay use nonsense", "pair",
    "pair accept", "pair accept nonsense", "pair accept x --from-file y", "pair invite --valid-for 1s",
    "pair invite --valid-for x", "contact nonsense", "contact show", "contact verify", "contact verify x a b",
    "contact rename", "contact delete", "group nonsense", "group create", "group show", "group add x", "group remove x",
    "group delete", "send", "send x", "send x hi --wait never", "send x hi --timeout x", "read --limit 0",
    "read --limit x", "read --since x", "save", "save x --index y", "seal", "seal x", "open", "outbox retry",
    "outbox retry x", "outbox discard", "status x", "doctor x", "issues x", "version x", "help nonsense",
    "--profile= status", "status --nonsense",
]
DONE = ["help", "help send", "send --help", "version", "--version", "init", "status", "contact", "contact list",
        "group", "group list", "group create friends", "group show friends", "read", "outbox", "issues", "issues --clear",
        "doctor", "group delete friends --yes"]
REFUSED = [
    "init", "contact show x", "contact verify x", "contact rename x y", "contact delete x", "group show x",
    "group add x y", "group remove x y", "group delete x", "send x hi", "send x hi --file missing", "read x", "save 3f2a",
    "save 3f2a --to missing", "seal x --text hi", "seal x --text hi -o missing/x", "seal x --text hi -o plain",
    "open missing", "open plain", "open .", "open plain --to missing", "outbox retry 1", "outbox discard 1", "watch",
    "pair invite", "pair invite --to-file plain", "pair invite --from-file plain --to-file new",
    "pair invite --from-file missing", "pair accept --from-file plain --to-file new", "pair accept nonsense",
]
RELAY_USAGE = ["", "nonsense", "run", "address", "check", "stats", "run --data x --key y", "help nonsense"]
RELAY_REFUSED = ["address --data missing", "stats --data missing", "run --data new --listen nonsense"]
RELAY_DONE = ["help", "help run", "--version", "check --data new", "stats --data new"]

failures = []


def run(words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines(), done.stderr.splitlines(), done.returncode


def objects(lines):
    for line in lines:
        value = json.loads(line)
        assert list(value)[0] == "type", "type is not first: " + line
        assert None not in value.values(), "there is a null: " + line
        yield value


def check_notes(program, lines):
    for before, line in zip([""] + lines, lines):
        if line.startswith("try: "):
            assert before.startswith(program + ": "), "nothing is said above: " + line
        else:
            assert line.startswith(program + ": "), "not a line of ours: " + line
            assert line.isprintable(), "not harmless: " + line


def check(program, command, options, expected):
    words = [program] + options + command.split()
    output, errors, code = run(words + ["--json"])
    found = list(objects(output))
    assert found, "nothing on standard output"
    last = found[-1]
    assert last["type"] in ("result", "error"), "the last object is of type " + last["type"]
    assert all(value["type"] not in ("result", "error") for value in found[:-1]), "more than one end"
    assert last.get("exitCode", 0) == code, "exit code %d, but %s" % (code, last)
    assert expected(code, last), "exit code %d: %s" % (code, last)
    check_notes(program, errors)
    if last["type"] == "error":
        assert code != 0 and last["code"].isalpha(), last
        assert errors and "%s: %s" % (program, last["message"]) in errors, "people are told something else"
        assert ("try: " + last.get("try", "")) in errors or "try" not in last, "people are told to try something else"
        assert code != 2 or "try" in last, "usage without a page that helps: %s" % last
    return code


def check_text(program, command, options, code):
    output, errors, plain = run([program] + options + command.split())
    assert plain == code, "exit code %d with --json, %d without" % (code, plain)
    check_notes(program, errors)
    if code in (2, 3):
        assert not output, "a failure on standard output: %s" % output


def all_of(program, commands, options, expected, twice=True):
    for command in commands:
        try:
            code = check(program, command, options, expected)
            if twice:
                check_text(program, command, options, code)
        except (AssertionError, ValueError, subprocess.TimeoutExpired) as failure:
            failures.append("%s %s: %s" % (program, command, failure))


none, own = ["--profile", "none"], ["--profile", "own"]
all_of("sotto", NO_PROFILE, none, lambda code, last: last["code"] == "noProfile" and code == 3)
all_of("sotto", USAGE, [], lambda code, last: code == 2 and last["type"] == "error")
all_of("sotto", DONE, own, lambda code, last: code == 0 and last["type"] == "result", twice=False)
all_of("sotto", REFUSED, own, lambda code, last: code != 0 and last["type"] == "error" and last["code"] != "failed")
all_of("sotto-relay", RELAY_USAGE, [], lambda code, last: code == 2 and last["type"] == "error")
all_of("sotto-relay", RELAY_REFUSED, [], lambda code, last: code == 1 and last["code"] != "failed")
all_of("sotto-relay", RELAY_DONE, [], lambda code, last: code == 0 and last["type"] == "result", twice=False)

print("\n".join(failures) if failures else "every command keeps to it")
sys.exit(1 if failures else 0)
