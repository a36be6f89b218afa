/** A lock on a box door of the demo company, with the charge that it began the demo with, per cent. */
export interface DemoLock {
  lockNo: string;
  mac: string;
  batteryPct: number;
}

/** Six locks; the fifth asks for a new battery. */
export const demoLocks: readonly DemoLock[] = Array.from({ length: 6 }, (_, i) => ({
  lockNo: `LS26${String(8001 + i)}`,
  mac: `C4:5B:BE:10:2A:${(16 + i).toString(16).toUpperCase()}`,
  batteryPct: i === 4 ? 14 : 60 + i * 5,
}));
