import SottoCore
import Synchronization

/// Where a device's contact was found last. A hint: whoever uses it looks whether it still holds, in its own
/// transaction, so that nothing has to be told here when one is undone.
final class ContactIndex: Sendable {
  private let contacts = Mutex<[DeviceID: ContactID]>([:])

  subscript(device: DeviceID) -> ContactID? {
    get { contacts.withLock { $0[device] } }
    set { contacts.withLock { $0[device] = newValue } }
  }
}
