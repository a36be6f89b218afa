import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { Stop } from '../../run/app';
import type { Bus } from '../topics';
import { Exchange } from './exchange';
import { encodeLinked, Wire } from './wire';

interface LinkOptions {
  bus: Bus;
  /** the socket in the file system */
  path: string;
  warn(facts: object, message: string): void;
}

/** Opens the bus of the process with the gateway to the other processes of this machine, which also hear each other through it. */
export async function listenForProcesses({ bus, path, warn }: LinkOptions): Promise<Stop> {
  const wires = new Map<Socket, Wire>();
  const send = (line: string, except?: Socket): void => {
    for (const [socket, wire] of wires) if (socket !== except) wire.say(line);
  };
  const exchange = new Exchange(bus, send, (error) => warn({ err: error }, 'message of another process not handled'));
  const server = createServer((socket) => {
    const wire = new Wire(socket, (linked) => {
      send(encodeLinked(linked), socket);
      exchange.take(linked);
    });
    wires.set(socket, wire);
    socket.on('error', (error) => warn({ why: error.message }, 'link to another process broke'));
    socket.on('close', () => wires.delete(socket));
  });
  // a process that was killed leaves its socket behind; the lock of the processor keeps two from living at once
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // commands for terminals come this way: for nobody but the user of the server, whatever his umask
  await chmod(path, 0o600);
  return async () => {
    exchange.close();
    for (const socket of wires.keys()) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}
