import { monitorLive } from '@tongda/contract/watch/location/calls';
import { accessToken, call } from '../call/api';
import { showKicked } from '../dialog/notify';
import { goToLogin } from '../session/leave';
import { LiveClient, type LiveSocket, liveAddress } from './client';

function openSocket(): LiveSocket {
  const socket = new WebSocket(liveAddress(location));
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
  open: openSocket,
  token: accessToken,
  poll: (since) => call(monitorLive, since === undefined ? {} : { since }, { quiet: true }),
  kicked: () => showKicked(() => goToLogin()),
});

let maps = 0;
let bells = 0;
function followVisibility(): void {
  if (document.hidden) liveClient.stop();
  else liveClient.start(maps > 0);
}
function followDemand(before: number): void {
  const now = maps + bells;
  if (before === 0 && now > 0) {
    document.addEventListener('visibilitychange', followVisibility);
    followVisibility();
  } else if (before > 0 && now === 0) {
    document.removeEventListener('visibilitychange', followVisibility);
    liveClient.stop();
  } else if (!document.hidden) liveClient.want(maps > 0);
}

/** Holds the connection while somebody needs it; a hidden page lets go and takes a new picture when it is seen again. */
export function holdLive(): () => void {
  followDemand(maps++ + bells);
  return () => followDemand(maps-- + bells);
}

/** Holds the connection for notices (message counts) only: on pages without a map, and without the right to see positions. */
export function holdNotices(): () => void {
  followDemand(bells++ + maps);
  return () => followDemand(bells-- + maps);
}
