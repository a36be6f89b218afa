import { createSocket } from 'node:dgram';
import { connect, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** By what a terminal sends its frames. */
export type Transport = 'tcp' | 'udp' | 'tls';

/** Who carries the bytes of a link. */
export interface Carrier {
  send(bytes: Uint8Array): void;
  /** To be called once: who takes what comes, and is told of the end. */
  hear(heard: { data(chunk: Uint8Array): void; closed(): void }): void;
  /** Reads nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends at once. */
  close(): void;
}

/** Where to connect, and by what. */
export interface CarrierOptions {
  host: string;
  port: number;
  transport?: Transport;
  /** certificate that a TLS server is believed by, PEM; without it any is: a terminal of the field checks none */
  ca?: string;
}

/** Connects. Rejects when nobody listens; nobody knows that of datagrams. */
export function openCarrier(options: CarrierOptions): Promise<Carrier> {
  return options.transport === 'udp' ? openDatagrams(options) : openSocket(options);
}

function openSocket({ host, port, transport, ca }: CarrierOptions): Promise<Carrier> {
  return new Promise((resolve, reject) => {
    const isSecure = transport === 'tls';
    const socket = isSecure
      ? connectTls({ host, port, ca, rejectUnauthorized: ca !== undefined })
      : connect({ host, port });
    socket.once('error', reject);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      resolve(carrierOf(socket));
    });
  });
}

function carrierOf(socket: Socket): Carrier {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  return {
    send: (bytes) => void socket.write(bytes),
    hear: ({ data, closed }) => {
      socket.on('data', data);
      socket.once('close', closed);
      if (socket.destroyed) closed();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
  };
}

function openDatagrams({ host, port }: CarrierOptions): Promise<Carrier> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  let isPaused = false;
  let isOpen = true;
  const close = (): void => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, host, () => {
      socket.off('error', reject);
      // nobody listens: what was sent is lost, and sent again later
      socket.on('error', () => undefined);
      resolve({
        send: (bytes) => {
          if (isOpen) socket.send(bytes, () => undefined);
        },
        hear: ({ data, closed }) => {
          socket.on('message', (datagram) => {
            if (!isPaused) data(datagram);
          });
          socket.once('close', closed);
        },
        pause: () => {
          isPaused = true;
        },
        resume: () => {
          isPaused = false;
        },
        close,
      });
    });
  });
}
