#if canImport(Glibc)
  import Glibc
#endif

/// A value behind a lock, and a way to wait for it to change.
final class Condition<Value>: @unchecked Sendable {
  // `value` is used with the mutex held only.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Setting the date must not change how long we wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the value, and wakes who waits.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    let result = body(&value)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    return result
  }

  /// Waits until `body` returns something; nil when the time is over before that. Without a time it waits for ever.
  func wait<Result>(_ time: Duration? = nil, for body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var deadline = time.map(Self.deadline)
    while true {
      if let result = body(&value) { return result }
      let status =
        if deadline == nil { pthread_cond_wait(condition, mutex) } else {
          pthread_cond_timedwait(condition, mutex, &deadline!)
        }
      if status == ETIMEDOUT { return body(&value) }
    }
  }

  private static func deadline(after time: Duration) -> timespec {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = time.components
    deadline.tv_sec += Int(seconds)
    deadline.tv_nsec += Int(attoseconds / 1_000_000_000)
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_nsec -= 1_000_000_000
      deadline.tv_sec += 1
    }
    return deadline
  }
}
