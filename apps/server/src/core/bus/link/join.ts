import { connect, type Socket } from 'node:net';
import type { Stop } from '../../run/app';
import type { Bus } from '../topics';
import { Exchange } from './exchange';
import { Wire } from './wire';

interface JoinOptions {
  bus: Bus;
  /** the socket of the process with the gateway (`listenForProcesses`) */
  path: string;
  warn(facts: object, message: string): void;
  /** between two tries, ms */
  againMs?: number;
}

/**
 * Joins the bus of the process with the gateway, and joins it again whenever the link breaks. What is said meanwhile is lost: pages ask anew when `linked`
 * is told, and what a terminal is asked lies in the database until it was answered.
 */
export function joinProcesses({ bus, path, warn, againMs = 1_000 }: JoinOptions): Stop {
  let wire: Wire | null = null;
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let warned = false;
  let stopped = false;
  const failed = (error: unknown): void => warn({ err: error }, 'message of another process not handled');
  const exchange = new Exchange(bus, (line) => wire?.say(line), failed);

  function open(): void {
    const made = connect(path);
    socket = made;
    made.on('connect', () => {
      warned = false;
      wire = new Wire(made, (linked) => exchange.take(linked));
      bus.publish('linked', '', {}).catch(failed);
    });
    made.on('error', (error) => {
      // once for each time that it is away
      if (!warned) warn({ why: error.message }, 'no link to the process with the gateway');
      warned = true;
    });
    made.on('close', () => {
      wire = null;
      if (!stopped) timer = setTimeout(open, againMs);
    });
  }
  open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    exchange.close();
    socket?.destroy();
  };
}
