import { keysOf } from '@tongda/contract/core/keys';
import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { certificateKinds, certificates } from '@tongda/contract/resources/vehicle/certificate';
import { usageModeList, vehicleColor, vehicleCq, videoMonitoring } from '@tongda/contract/resources/vehicle/enums';
import { normalizePlate, type VehicleField, vehicleFields } from '@tongda/contract/resources/vehicle/fields';
import { isZoned, wireKey, type ZoneInput } from '@tongda/contract/resources/vehicle/zone';
import type { Values } from '../../../kit/form/edit-schema';

const names = keysOf(vehicleFields.shape);

/** Papers of which nothing is known yet. */
const blankPapers: Values = certificates.parse(Object.fromEntries(certificateKinds.map((kind) => [kind, {}])));

/** What a new vehicle starts from. */
const blank: Values = {
  vehicleColor: vehicleColor.yellow,
  vehicleCq: vehicleCq.own,
  usageMode: usageModeList.own,
  vehicleType: '冷藏',
  temperatureTypes: [],
  limitAreaIds: [],
  zones: [],
  tailLift: false,
  mileageCoefficient: 1,
  initMileage: 0,
  refrigeratorCount: 0,
  videoMonitoring: videoMonitoring.none,
  cameraCount: 0,
  doorCount: 0,
  temCount: 0,
  oilCount: 0,
  certificates: blankPapers,
};

/** Form values of a loaded vehicle, or of a new one. */
export const toForm = (loaded: VehicleDetail | null): Values =>
  loaded === null
    ? blank
    : {
        ...Object.fromEntries(names.map((name) => [name, loaded[name]])),
        certificates: loaded.certificates,
        zones: zonesIn(loaded),
      };

/** The compartments with the wires that sit in them. */
const zonesIn = ({ zones, probes }: VehicleDetail): ZoneInput[] =>
  zones.map((zone) => ({
    ...zone,
    probes: probes.filter((p) => isZoned(p.kind) && p.zone === zone.name).map(wireKey),
  }));

/** A copy for another vehicle of the same kind: without what belongs to the one vehicle (plate, VIN, papers, people). */
export function toCopy(source: VehicleDetail): Values {
  const own: VehicleField[] = [
    'plateNo',
    'remarkNo',
    'vin',
    'engineNo',
    'regDate',
    'plateDate',
    'driverId',
    'coDriverId',
    'escortId',
    'contactPhone',
    'initMileage',
    'mileageCoefficient',
  ];
  const papers: VehicleField[] = [
    'licenseDate',
    'transportCertNo',
    'transportCertDate',
    'inspectDate',
    'insureDate',
    'serviceEnd',
  ];
  const left = new Set<string>([...own, ...papers, 'certificates']);
  const kept = Object.entries(toForm(source)).filter(([name]) => !left.has(name));
  // the other vehicle has no wires yet
  const zones = source.zones.map((zone) => ({ ...zone, probes: [] }));
  return { ...blank, ...Object.fromEntries(kept), zones };
}

/** What the server wants beside the fields: which vehicle, read at which version. */
export const toInput = (values: Values, loaded: VehicleDetail | null): Values =>
  loaded === null
    ? values
    : // a plate that was typed back to what it was needs no moment
      {
        ...values,
        plateSince: samePlate(values, loaded) ? null : values.plateSince,
        id: loaded.id,
        version: loaded.version,
      };

const samePlate = ({ plateNo }: Values, loaded: VehicleDetail): boolean =>
  typeof plateNo === 'string' && normalizePlate(plateNo) === loaded.plateNo;

/** Volume of the box in m³ by its three sizes, or null. */
export function boxVolume({ boxLength, boxWidth, boxHeight }: Values): number | null {
  if (typeof boxLength !== 'number' || typeof boxWidth !== 'number' || typeof boxHeight !== 'number') return null;
  return Math.round(boxLength * boxWidth * boxHeight * 100) / 100;
}
