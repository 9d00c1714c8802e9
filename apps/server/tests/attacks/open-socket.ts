import type { TestHub } from '@sillage/testkit';

/** A live connection that says whatever an attacker wants: Socket.IO's own words over a plain WebSocket. */
export interface RawSocket {
  send(event: string, message: unknown): void;
  /** Answers the server's next so many refusals and greetings. */
  answers(count: number): Promise<{ code?: string; room?: string }[]>;
  readonly isClosed: boolean;
  close(): void;
}

export async function openSocket(hub: TestHub): Promise<RawSocket> {
  const address = `${hub.url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address);
  const got: { code?: string; room?: string }[] = [];
  let changed = () => {};
  let isClosed = false;
  socket.onclose = () => {
    isClosed = true;
  };
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('no connection'));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (data.startsWith('0')) socket.send('40');
      if (data.startsWith('40')) resolve();
      if (data === '2') socket.send('3');
      if (!data.startsWith('42["message/')) return;
      got.push(JSON.parse(data.slice(2))[1]);
      changed();
    };
  });
  return {
    send: (event, message) => socket.send(`42${JSON.stringify([event, message])}`),
    answers: (count) =>
      new Promise((resolve) => {
        changed = () => {
          if (got.length >= count) resolve(got.splice(0, count));
        };
        changed();
      }),
    get isClosed() {
      return isClosed;
    },
    close: () => socket.close(),
  };
}
