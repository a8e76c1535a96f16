"""A `watch` that dies again and again while somebody writes to it.

What it printed before it died, or the next one prints, is every message, in order. A message whose line was just being
written may come a second time; with `--ack` one that was reported as acknowledged may not. `read` shows each once.
"""

import subprocess
import threading

from world import Client, kill, odd_time, pair, settle, whole_lines


class Watch:
    """A running `watch`; a thread takes what it prints, and acknowledges it where it was asked to."""

    def __init__(self, client, acknowledges):
        self.process = client.start("watch", *(["--ack"] if acknowledges else []), stdin=subprocess.PIPE)
        self.acknowledges = acknowledges
        self.lines = []
        self.thread = threading.Thread(target=self._take)
        self.thread.start()

    def _take(self):
        for line in self.process.stdout:
            self.lines.append(line)
            for entry in whole_lines(line):
                if self.acknowledges and entry["type"] == "message":
                    self._acknowledge(entry["id"])

    def _acknowledge(self, identifier):
        try:
            self.process.stdin.write(identifier + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def end(self):
        """Kills it; the messages it printed, and the ids that it reported as acknowledged."""
        kill(self.process)
        self.process.wait()
        self.thread.join()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        entries = whole_lines("".join(self.lines))
        messages = [entry for entry in entries if entry["type"] == "message" and entry["direction"] == "incoming"]
        return messages, {entry["messageId"] for entry in entries if entry["type"] == "acknowledged"}


def faults_of(sent, shown, acknowledged, received):
    """`shown`: the list of messages for each watch, and what was read at the end; in that order."""
    texts = [entry["text"] for messages in shown for entry in messages]
    first = list(dict.fromkeys(texts))
    for text in sent:
        if text not in texts:
            yield f"no watch and no later read showed {text!r}"
        if received.count(text) != 1:
            yield f"{received.count(text)} times in the conversation: {text!r}"
    if first != [text for text in sent if text in first]:
        yield "shown out of order"
    done = set()
    for messages, these in zip(shown, acknowledged):
        again = {entry["text"] for entry in messages if entry["id"] in done}
        if again:
            yield f"shown again after it was acknowledged: {sorted(again)}"
        if len(messages) != len({entry["id"] for entry in messages}):
            yield "one watch showed a message twice"
        done |= these


def run(folder, relay, dice, kills):
    writer, watcher = Client(folder, "writer"), Client(folder, "watcher")
    for client in (writer, watcher):
        client.run("init", "--relay", relay.address)
    target, _ = pair(writer, watcher)
    sent, shown, acknowledged = [], [], []
    for number in range(kills):
        watch = Watch(watcher, acknowledges=dice.random() < 0.5)
        for part in range(dice.randint(1, 3)):
            text = f"{number}.{part}"
            writer.run("send", target, text, "--timeout", "5s")
            sent.append(text)
        if dice.random() < 0.2:
            relay.kill()
            relay.start()
        odd_time(dice, 0.02, 0.1, 0.3)
        messages, done = watch.end()
        shown.append(messages)
        acknowledged.append(done)
    settle((writer,))
    shown.append(watcher.incoming("--new"))
    acknowledged.append(set())
    settle((writer, watcher))
    received = [entry["text"] for entry in watcher.incoming()]
    repeats = sum(map(len, shown)) - len({entry["id"] for messages in shown for entry in messages})
    summary = f"{len(sent)} messages, {repeats} shown a second time after a kill"
    return list(faults_of(sent, shown, acknowledged, received)), summary
