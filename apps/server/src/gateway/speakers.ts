import type { Gateway, Terminal } from './server';

/** A terminal speaks for its device from now on: what waits for it goes out once every process can know that it is here. */
export function speakWith({ sessions, holders, commands }: Gateway, terminal: Terminal): void {
  sessions.set(terminal.deviceId, terminal);
  if (holders) holders.claim(terminal);
  else commands?.arrived(terminal.deviceId);
}

/** A terminal does not speak for its device any more, though its connection is open. */
export function silence({ sessions, holders }: Gateway, terminal: Terminal): void {
  sessions.delete(terminal.deviceId);
  holders?.release(terminal.deviceId);
  terminal.closed();
}

/** Whether a connection, of this process or another one, speaks for a device. */
export const isHeld = ({ sessions, holders }: Gateway, deviceId: string): boolean =>
  sessions.has(deviceId) || holders?.elsewhere(deviceId) !== undefined;
