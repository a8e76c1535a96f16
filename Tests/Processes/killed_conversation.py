"""Three profiles and a group; one kill a round, while one profile sends and another reads.

What a command reported as queued must arrive, once, in the order in which its device sent it. What it had not reported
when it died may arrive, but not twice.
"""

from world import Client, kill, odd_time, pair, settle


class Conversation:
    def __init__(self, folder, relay, dice):
        self.relay = relay
        self.dice = dice
        self.clients = [Client(folder, label) for label in ("ada", "ben", "cleo")]
        self.sent = {client.label: [] for client in self.clients}  # (target, text, reported) in the order of sending
        self.who = {}  # (owner, contact name) to the label of that profile
        self.names = {client.label: [] for client in self.clients}
        ada, ben, cleo = self.clients
        for client in self.clients:
            client.run("init", "--relay", relay.address)
        for one, other in ((ada, ben), (ada, cleo), (ben, cleo)):
            self._meet(one, other)
        ada.run("group", "create", "both", *self.names["ada"])
        self.names["ada"].append("both")

    def _meet(self, one, other):
        for owner, name, peer in zip((one, other), pair(one, other), (other, one)):
            self.who[owner.label, name] = peer.label
            self.names[owner.label].append(name)

    def _recipients(self, sender, target):
        return {"ben", "cleo"} if target == "both" else {self.who[sender.label, target]}

    def round(self, number):
        sender, reader = self.dice.sample(self.clients, 2)
        target = self.dice.choice(self.names[sender.label])
        text = f"{sender.label} {number}"
        sending = sender.start("send", target, text, "--timeout", "2s")
        reading = reader.start("read", "--new")
        odd_time(self.dice, 0.02, 0.06, 0.4)
        victim = self.dice.choice(["relay", "sender", "reader"])
        if victim == "relay":
            self.relay.kill()
        else:
            kill({"sender": sending, "reader": reading}[victim])
        _, objects = sender.finish(sending)
        reader.finish(reading)
        self.sent[sender.label].append((target, text, any(entry["type"] == "queued" for entry in objects)))
        if victim == "relay":
            self.relay.start()

    def faults(self):
        settle(self.clients)
        known = {text for sent in self.sent.values() for _, text, _ in sent}
        for receiver in self.clients:
            received = [entry["text"] for entry in receiver.incoming()]
            for text in set(received) - known:
                yield f"{receiver.label} has a message nobody sent: {text!r}"
            for sender in self.clients:
                mine = [
                    (text, reported) for target, text, reported in self.sent[sender.label]
                    if receiver.label in self._recipients(sender, target)]
                for text, reported in mine:
                    count = received.count(text)
                    if reported and count == 0:
                        yield f"lost at {receiver.label}: {text!r}"
                    if count > 1:
                        yield f"{count} times at {receiver.label}: {text!r}"
                order = [text for text, _ in mine if text in received]
                if order != [text for text in received if text in order]:
                    yield f"out of order at {receiver.label}: those of {sender.label}"

    def summary(self):
        reported = sum(reported for sent in self.sent.values() for _, _, reported in sent)
        return f"{reported} messages reported as queued and accounted for"


def run(folder, relay, dice, kills):
    conversation = Conversation(folder, relay, dice)
    for number in range(kills):
        conversation.round(number)
    faults = list(conversation.faults())
    return faults, conversation.summary()
