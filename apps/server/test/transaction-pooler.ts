import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** Length of a message's head: its kind and its own length. */
const headBytes = 5;
const [query, sync, terminate] = ['Q', 'S', 'X'];
const [authentication, parameter, key, ready] = ['R', 'S', 'K', 'Z'];
/** status of a server outside of any transaction */
const idle = 'I'.charCodeAt(0);
/** what a pooler tells as the number of its process; PostgreSQL's own are smaller */
const ownPid = 0x7fff0000;

interface Message {
  kind: string;
  bytes: Buffer;
}

/** Cuts what arrives into messages. */
function cutting(take: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headBytes && rest.length >= 1 + rest.readUInt32BE(1)) {
      const bytes = rest.subarray(0, 1 + rest.readUInt32BE(1));
      rest = rest.subarray(bytes.length);
      take({ kind: String.fromCharCode(bytes[0] ?? 0), bytes });
    }
  };
}

/** A connection to PostgreSQL, lent to one client for a transaction at a time. */
interface Lent {
  socket: Socket;
  /** the settings that it told at its start */
  greeting: Buffer[];
  hear: (message: Message) => void;
}

/** Logs in to PostgreSQL with a client's first message; whenever that is done, `rests` is told. */
async function openLent(
  host: string,
  startup: Buffer,
  rests: (lent: Lent) => void,
  sockets: Set<Socket>,
): Promise<void> {
  const socket = connect(join(host, '.s.PGSQL.5432'));
  sockets.add(socket);
  await once(socket, 'connect');
  socket.write(startup);
  await new Promise<void>((resolve) => {
    const lent: Lent = { socket, greeting: [], hear: () => undefined };
    lent.hear = ({ kind, bytes }) => {
      if (kind === parameter) lent.greeting.push(bytes);
      if (kind === ready) resolve(rests(lent));
    };
    socket.on(
      'data',
      cutting((message) => lent.hear(message)),
    );
  });
}

/** What a client hears when it is let in: settings, a process number and that it may ask. */
function welcome(greeting: readonly Buffer[]): Buffer {
  const number = Buffer.from([key.charCodeAt(0), 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 1]);
  number.writeUInt32BE(ownPid, headBytes);
  const letIn = Buffer.from([authentication.charCodeAt(0), 0, 0, 0, 8, 0, 0, 0, 0]);
  return Buffer.concat([letIn, ...greeting, number, Buffer.from([ready.charCodeAt(0), 0, 0, 0, 5, idle])]);
}

export interface TransactionPooler {
  port: number;
  close(): Promise<void>;
}

/**
 * A small pooler before PostgreSQL, as PgBouncer is in its mode `transaction`: each transaction of a client gets the connection that has rested longest, and nothing that was set or prepared on
 * one is there on the next. It logs in to PostgreSQL as its first client does, and tells a process number of its own.
 */
export async function transactionPooler(host: string, size: number): Promise<TransactionPooler> {
  const resting: Lent[] = [];
  const waiting: Array<(lent: Lent) => void> = [];
  const sockets = new Set<Socket>();
  let opened: Promise<unknown> | null = null;

  const giveBack = (lent: Lent): void => {
    const next = waiting.shift();
    if (next) next(lent);
    else resting.push(lent);
  };
  const borrow = (): Promise<Lent> => {
    const lent = resting.shift();
    return lent ? Promise.resolve(lent) : new Promise((resolve) => waiting.push(resolve));
  };
  const serve = async (client: Socket, startup: Buffer, take: (handler: (message: Message) => void) => void) => {
    opened ??= Promise.all(Array.from({ length: size }, () => openLent(host, startup, giveBack, sockets)));
    await opened;
    let lent: Promise<Lent> | null = null;
    let open = 0;
    const start = (): Promise<Lent> =>
      borrow().then((one) => {
        one.hear = ({ kind, bytes }) => {
          client.write(bytes);
          if (kind !== ready) return;
          open--;
          if (bytes[headBytes] !== idle || open > 0) return;
          lent = null;
          giveBack(one);
        };
        return one;
      });
    take(({ kind, bytes }) => {
      if (kind === terminate) return;
      if (kind === query || kind === sync) open++;
      lent ??= start();
      void lent.then(({ socket }) => socket.write(bytes));
    });
    client.write(welcome(resting[0]?.greeting ?? []));
  };

  const server: Server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    // the first message has no kind; it comes whole, as nothing else is sent before its answer
    client.once('data', (startup: Buffer) => {
      let handler: (message: Message) => void = () => undefined;
      client.on(
        'data',
        cutting((message) => handler(message)),
      );
      void serve(client, startup, (taking) => {
        handler = taking;
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
