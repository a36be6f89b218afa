import { z } from 'zod';
import { AppError } from '../../../core/http/errors';
import { extension } from '../../../core/run/extension';

/** What is asked about a vehicle that is not on the platform. Times epoch ms. */
export interface OutsideAsk {
  plateNo: string;
  vehicleColor: number;
  /** 1 last position, 2 track, 3 parkings, 4 whether it is known at all */
  type: number;
  from: number | null;
  until: number | null;
}

const answer = z.object({
  result: z.enum(['ok', 'none', 'denied']),
  balance: z.number().int().nullish(),
  points: z
    .array(
      z.object({
        t: z.number(),
        lng: z.number().min(-180).max(180),
        lat: z.number().min(-90).max(90),
        speedKmh: z.number().nullish(),
        minutes: z.number().nullish(),
      }),
    )
    .max(10_000)
    .default([]),
});
export type OutsideAnswer = z.output<typeof answer>;

/** A partner's location service. What it cannot do it throws as an AppError: that costs nothing and is not written down. */
export interface VehicleSource {
  /** what the list calls it */
  name: string;
  ask(query: OutsideAsk): Promise<OutsideAnswer>;
}

/** The data source of this installation; none: nothing can be asked. */
export const vehicleSources = extension<VehicleSource>();

const timeoutMs = 15_000;
const silent = (): AppError => new AppError(4011, '外部数据源没有应答，本次不计费，请稍后再试');

/** A service that gets the question as JSON (docs/running.md). */
export const httpSource = (url: string, token: string): VehicleSource => ({
  name: new URL(url).hostname,
  async ask(query) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    try {
      const body = JSON.stringify(query);
      const signal = AbortSignal.timeout(timeoutMs);
      const said = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      if (!said.ok) throw silent();
      return answer.parse(await said.json());
    } catch (error) {
      throw error instanceof AppError ? error : silent();
    }
  },
});
