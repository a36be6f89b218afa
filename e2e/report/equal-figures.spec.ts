import { dailyDrivingReport } from '@tongda/contract/reports/driving/daily';
import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { drivingSummaryReport } from '@tongda/contract/reports/driving/summary';
import { monitorLive } from '@tongda/contract/watch/location/calls';
import { trackQuery } from '@tongda/contract/watch/track/calls';
import { dateDaysAgo } from '../fixtures/days';
import { expect, test } from '../fixtures/test';

/** km with one decimal, as reports show metres. */
const kmOf = (metres: number): number => Math.round(metres / 100) / 10;

test('演示公司每辆车的昨天：轨迹、行驶汇总、日报、每日汇总是同一个里程、停车次数和行驶时长', async ({ api }) => {
  const day = dateDaysAgo(1);
  const range = { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` };
  const page = { ...range, page: 1, size: 100 };
  // days are computed again for a while after the history has come, and an answer is kept for a minute
  test.setTimeout(360_000);
  // the filters that are left out have values of their own
  const isComplete = async () => {
    // the filters that are left out have values of their own
    const { late, list } = await api(drivingSummaryReport.page, page as never);
    // nothing is late either before anything has come; late in the evening little of yesterday lies within the demo's last 24 hours
    return late === 0 && list.some(({ mileage }) => Number(mileage) > 1);
  };
  await expect.poll(isComplete, { timeout: 150_000, intervals: [5_000] }).toBe(true);
  /** What differs, by vehicle. */
  const compare = async (): Promise<string[]> => {
    // as above
    const summary = await api(drivingSummaryReport.page, page as never);
    // as above
    const daily = await api(dailyDrivingReport.page, page as never);
    // as above
    const matrix = await api(dailyDrivingSummaryReport.page, { ...page, metric: 'mileage' } as never);
    const ofVehicle = <R extends { vehicleId: string }>(list: readonly R[], id: string): R | undefined =>
      list.find(({ vehicleId }) => vehicleId === id);
    const differing: string[] = [];
    for (const row of summary.list) {
      // what is left out has values of its own
      const { stat } = await api(trackQuery, { ...range, vehicleId: row.vehicleId } as never);
      const shown = {
        summary: [row.mileage, row.stops],
        daily: ofVehicle(daily.list, row.vehicleId)?.km ?? 0,
        matrix: ofVehicle(matrix.list, row.vehicleId)?.total ?? 0,
      };
      const km = kmOf(stat.mileageM);
      const one = { summary: [km, stat.stopCount], daily: km, matrix: km };
      // hours are rounded to a tenth
      const hoursApart = Math.abs(Number(row.drivingHours) - stat.drivingSec / 3600);
      if (JSON.stringify(shown) !== JSON.stringify(one) || hoursApart > 0.051)
        differing.push(`${row.plateNo} ${JSON.stringify({ ...shown, trajectory: one.summary, hoursApart })}`);
    }
    expect(summary.list.length).toBeGreaterThan(50);
    return differing;
  };
  // the answer that was kept may be of the moment before the last day was computed again
  await expect.poll(compare, { timeout: 150_000, intervals: [20_000] }).toEqual([]);
});

test('演示公司每辆车的今天：地图上的今日里程与轨迹相同', async ({ api }) => {
  const day = dateDaysAgo(0);
  const range = { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` };
  const live = async () => new Map((await api(monitorLive, {})).live.map((one) => [one.vehicleId, one.todayMileageM]));
  const before = await live();
  const differing: string[] = [];
  for (const [vehicleId, metres] of before) {
    // what is left out has values of its own
    const { stat, vehicle } = await api(trackQuery, { ...range, vehicleId } as never);
    const after = (await live()).get(vehicleId) ?? 0;
    // it drives on between the questions
    const isBetween = kmOf(metres) - 0.1 <= kmOf(stat.mileageM) && kmOf(stat.mileageM) <= kmOf(after) + 0.1;
    if (!isBetween) differing.push(`${vehicle.plateNo} ${metres}–${after} m, ${stat.mileageM} m`);
  }
  expect(differing).toEqual([]);
});
