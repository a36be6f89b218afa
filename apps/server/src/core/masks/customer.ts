import { invalidField } from '../http/errors';

/**
 * What the program of a customer is told (open interfaces and subscriptions), by the names of fields, whatever interface they stand in. `route` and the forwarding of
 * subscriptions send everything through {@link hideFromCustomer}: no module decides by itself (docs/decisions/166).
 */

/** What a field is told as instead of its value: of the company's people, fleets, partners, rules and handling, and of what a vehicle did before it was bound. */
export const keptFromCustomers: Readonly<Record<string, unknown>> = {
  ...{ orgId: null, orgName: '', fleetId: null, fleetName: '', carrierId: null, carrierName: '' },
  ...{ driverId: null, driverName: '', driverPhone: '', driverBy: null, simNo: '', sharedFrom: '', shared: false },
  ...{ ruleName: '', placeName: '', handledBy: '', handleTime: null, handleRemark: '', reactionMs: null, ways: [] },
  ...{ totalMileageM: 0, odometerM: null },
};

const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Fields that are told as they are. One that is in neither list is left out; a test finds it. */
export const toldToCustomers: ReadonlySet<string> = new Set(
  words(`
    list total page size no id version updateTime extCode serverTime vehicles live
    vehicleId plateNo color vehicleColor remarkNo vehicleType temperatureTypes terminalNo serviceEnd tankCapacityL
    probes kind channel name zone lower upper
    state stateSince deviceTime receiveTime lng lat speedKmh recorderSpeedKmh directionDeg altitudeM acc located todayMileageM alarmBits statusBits
    tempC humPct co2Ppm fuelL doorOpen extVoltageV battPct signal satellites reeferOn lateCount
    gpsTime t direction mileageKm tem1 tem2 tem3 tem4 hum1 oilL doors address
    alarmNo title subject subjectWords level status startTime endTime start end durationMs value limit source latePercent times announced fileCount
    filesAnnounced handleStatus urgency
    vehicleCq usageMode vehicleLength loadWeight volume deviceId deviceStatus videoMonitoring temCount doorCount oilCount refrigeratorCount cameraCount
    probeCount licenseDate transportCertDate inspectDate insureDate otherPaper otherPaperDate vehicleStatus
    late position temperature alarm episodeId event peak`),
);

/** What such a program may ask by. By anything else it would learn what it is not told: it is refused. */
export const askedByCustomers: ReadonlySet<string> = new Set(
  words(`
    page size sort vehicleId vehicleIds customerId extCode bounds startTime endTime operatingHours aroundTime
    keyword kind level status late files source minSpeedKmh maxSpeedKmh minMinutes handleStatus urgency waiting
    plateNo remarkNo temperatureType vehicleType vehicleCq usageMode videoMonitoring vehicleStatus hasDevice expire tab`),
);

/** Orders that would tell of what an alarm came to after the binding, or of a plate that the vehicle carries now. */
const keptOrders: ReadonlySet<string> = new Set(['endTime', 'durationMs', 'status', 'handleStatus']);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An answer, or what a subscription tells, as the program of a customer is told it. */
export function hideFromCustomer<T>(value: T): T {
  // the walk keeps the shape; a kept field has a value of the type that the contract declares for it
  return hideDeep(value) as T;
}

function hideDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideDeep);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]): [string, unknown][] => {
      if (field in keptFromCustomers) return [[field, keptFromCustomers[field]]];
      return toldToCustomers.has(field) ? [[field, hideDeep(inner)]] : [];
    }),
  );
}

/** Throws 4000 at a filter or an order of the input by which the program of a customer would learn what it is not told. */
export function refuseKeptFilters(input: unknown): void {
  if (!isPlain(input)) return;
  for (const [field, value] of Object.entries(input))
    if (value !== undefined && !askedByCustomers.has(field)) throw invalidField(field, '客户的应用不能按此条件查询');
  const [order = ''] = typeof input.sort === 'string' ? input.sort.trim().split(/\s/u) : [];
  if (order in keptFromCustomers || keptOrders.has(order)) throw invalidField('sort', '客户的应用不能按此字段排序');
}
