import { monitorLive } from '@tongda/contract/location/location';
import { accessToken, call } from './api';
import { toLogin } from './leave';
import { LiveClient, type LiveSocket } from './live-client';
import { showKicked } from './notify';

const path = '/api/gis/live';

function open(): LiveSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}${path}`);
  socket.binaryType = 'arraybuffer';
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
    onOpen: (heard) => socket.addEventListener('open', heard),
    onMessage: (heard) =>
      socket.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => heard(event.data)),
    onClose: (heard) => socket.addEventListener('close', ({ code }) => heard(code)),
  };
}

/** The one live connection of this window. Hold it (`holdLive`) while you listen (`subscribe`, `getState`, `onFrame`). */
export const liveClient = new LiveClient({
  open,
  token: accessToken,
  poll: (since) => call(monitorLive, since === undefined ? {} : { since }, { quiet: true }),
  kicked: () => showKicked(() => toLogin()),
});

let users = 0;
function look(): void {
  if (document.hidden) liveClient.stop();
  else liveClient.start();
}

/** Holds the connection while somebody needs it; a hidden page lets go and takes a new picture when it is seen again. */
export function holdLive(): () => void {
  users++;
  if (users === 1) {
    document.addEventListener('visibilitychange', look);
    look();
  }
  return () => {
    users--;
    if (users > 0) return;
    document.removeEventListener('visibilitychange', look);
    liveClient.stop();
  };
}
