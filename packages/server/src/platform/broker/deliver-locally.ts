type Heard = (topic: string, payload: Uint8Array) => void;

/** Topics remembered with their listeners; beyond it the memory is made anew. */
const maxKnownTopics = 20_000;

/**
 * The server's own subscriptions: called directly, in order and before the sender gets its acknowledgement, so that no
 * other client of the broker, however slow, stands between a device and the journal.
 */
export function createLocalDelivery(problem: (error: unknown) => void) {
  const subscriptions: { matches: (topic: string) => boolean; heard: Heard }[] = [];
  const retained = new Map<string, Uint8Array>();
  let listenersByTopic = new Map<string, readonly Heard[]>();

  function listenersOf(topic: string): readonly Heard[] {
    let listeners = listenersByTopic.get(topic);
    if (listeners === undefined) {
      listeners = subscriptions.filter(({ matches }) => matches(topic)).map(({ heard }) => heard);
      if (listenersByTopic.size >= maxKnownTopics) listenersByTopic = new Map();
      listenersByTopic.set(topic, listeners);
    }
    return listeners;
  }

  function tell(heard: Heard, topic: string, payload: Uint8Array): void {
    try {
      heard(topic, payload);
    } catch (error) {
      problem(error);
    }
  }

  return {
    deliver(topic: string, payload: Uint8Array, retain: boolean): void {
      if (retain && payload.length === 0) retained.delete(topic);
      else if (retain) retained.set(topic, Uint8Array.from(payload));
      for (const heard of listenersOf(topic)) tell(heard, topic, payload);
    },
    /** Also hands over what was retained before. */
    subscribe(topicFilters: readonly string[], heard: Heard): void {
      const filters = topicFilters.map(topicMatcher);
      const matches = (topic: string) => filters.some((filter) => filter(topic));
      subscriptions.push({ matches, heard });
      listenersByTopic = new Map();
      for (const [topic, payload] of retained) if (matches(topic)) tell(heard, topic, payload);
    },
  };
}

/** Whether a topic matches an MQTT filter: `+` is one level, a last `#` any number of them. */
export function topicMatcher(filter: string): (topic: string) => boolean {
  const levels = filter.split('/');
  const open = levels.at(-1) === '#';
  if (open) levels.pop();
  return (topic) => {
    const parts = topic.split('/');
    if (open ? parts.length < levels.length : parts.length !== levels.length) return false;
    return levels.every((level, i) => level === '+' || level === parts[i]);
  };
}
