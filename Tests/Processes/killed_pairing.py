"""Two new profiles a round; inviter, joiner or relay dies at a random moment of their pairing.

A joiner that died accepts the same invitation again, a relay comes back: then both must have each other. An invitation
goes with the inviter's process: then either both have each other or neither, and a new pairing works. The safety words
are equal, and a message each way shows that the keys are.
"""

import json
import subprocess

from world import Client, kill, odd_time, pair, settle

VICTIMS = ("inviter", "joiner", "relay", "both")
PATIENCE = 30  # seconds


def interrupted(relay, inviter, joiner, victim, dice):
    """One pairing with one kill in it; how often a side reported the pair."""
    window = inviter.start("pair", "invite")
    invitation = json.loads(window.stdout.readline())["invitation"]
    timeout = f"{PATIENCE}s" if victim == "relay" else "1s"
    joining = joiner.start("pair", "accept", invitation, "--timeout", timeout)
    odd_time(dice, 0.08, 0.16, 0.4)
    if victim == "relay":
        relay.kill()
        relay.start()
    if victim in ("inviter", "both"):
        kill(window)
    if victim in ("joiner", "both"):
        kill(joining)
    _, joined = joiner.finish(joining)
    if victim == "joiner":
        joined += joiner.attempt("pair", "accept", invitation, "--timeout", f"{PATIENCE}s")[1]
    try:
        _, invited = inviter.finish(window, PATIENCE)
    except subprocess.TimeoutExpired:
        kill(window)
        _, invited = inviter.finish(window)
    return sum(entry["type"] == "result" and entry["paired"] for entry in joined + invited)


def contact_words(client):
    """The safety words of each contact."""
    return [client.run("contact", "show", entry["name"])[0]["safetyWords"] for entry in client.contacts()]


def exchange(one, other, text):
    """A line each way; what is missing, as faults."""
    for sender, receiver in ((one, other), (other, one)):
        sender.run("send", sender.contacts()[0]["name"], text, "--timeout", "5s")
        count = [entry["text"] for entry in receiver.incoming()].count(text)
        if count != 1:
            yield f"{count} messages of one at {receiver.label}"


def round_faults(number, folder, relay, victim, dice):
    """The outcome, and the faults."""
    inviter, joiner = Client(folder, f"inviter{number}"), Client(folder, f"joiner{number}")
    for client in (inviter, joiner):
        client.run("init", "--relay", relay.address)
    reported = interrupted(relay, inviter, joiner, victim, dice)
    settle((inviter, joiner))
    inviting, joining = contact_words(inviter), contact_words(joiner)
    if len(inviting) != len(joining):
        return "one-sided", [f"{len(inviting)} contacts at the inviter, {len(joining)} at the joiner"]
    outcome = "paired" if inviting else "clean"
    if not inviting:
        if reported:
            return outcome, ["a side reported a pair that is not there"]
        if victim in ("joiner", "relay"):
            return outcome, ["neither has the other, though the invitation was good all the time"]
        pair(inviter, joiner)
        inviting, joining = contact_words(inviter), contact_words(joiner)
    if inviting != joining or len(inviting) != 1:
        return outcome, [f"safety words {inviting} and {joining}"]
    return outcome, list(exchange(inviter, joiner, f"after round {number}"))


def run(folder, relay, dice, kills):
    faults = []
    outcomes = []
    for number in range(kills):
        victim = VICTIMS[number % len(VICTIMS)]
        try:
            outcome, found = round_faults(number, folder, relay, victim, dice)
        except RuntimeError as error:
            outcome, found = "stuck", [str(error)]
        outcomes.append(outcome)
        faults += [f"round {number}, kill of {victim}, {outcome}: {fault}" for fault in found]
    return faults, ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in sorted(set(outcomes)))
