import { encodeFrame, type LivePositions, liveFrame } from '@tongda/contract/core/live';
import { WebSocket } from 'ws';
import { parseFrame } from '../src/core/live/frames';

/** A browser on the live socket of a running server: says hello and hands over every positions frame. Answers how to close it. */
export function liveBrowser(port: number, token: string, onPositions: (positions: LivePositions) => void): () => void {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/gis/live`);
  ws.on('open', () => ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token, lastSeq: 0 }))));
  ws.on('message', (data) => {
    const frame = parseFrame(String(data));
    if (frame?.type === liveFrame.positions) onPositions(JSON.parse(frame.payload) as LivePositions);
  });
  return () => ws.close();
}
