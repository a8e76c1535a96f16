/// Streams that said their last word and wait for the peer to close.
enum ClosingStreams {
  /// On the loop's thread. The timer holds itself until it has fired.
  static func abort(_ stream: TLSStream, after delay: Duration, on loop: EventLoop) {
    var timer: LoopTimer?
    timer = LoopTimer(on: loop, every: delay) { [weak stream] in
      stream?.abort()
      timer?.cancel()
      timer = nil
    }
  }
}
