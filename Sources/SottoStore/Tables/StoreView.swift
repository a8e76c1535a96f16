/// The tables of a profile inside one `read` or `write`. Not to be kept beyond it.
public struct StoreView<Access: StoreAccess> {
  let session: StoreSession
}

/// One snapshot of the store.
public typealias StoreReader = StoreView<ReadOnly>

/// All that is changed through it becomes durable together, or not at all.
public typealias StoreTransaction = StoreView<ReadWrite>
