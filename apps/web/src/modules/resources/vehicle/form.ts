import { keysOf } from '@tongda/contract/core/keys';
import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import { certificateKinds, certificates } from '@tongda/contract/resources/vehicle/certificate';
import { usageModeList, vehicleColor, vehicleCq, videoMonitoring } from '@tongda/contract/resources/vehicle/enums';
import { normalizePlate, type VehicleField, vehicleFields } from '@tongda/contract/resources/vehicle/fields';
import { isZoned, wireKey, type ZoneInput } from '@tongda/contract/resources/vehicle/zone';
import type { Values } from '../../../kit/form/edit-schema';

const names = keysOf(vehicleFields.shape);

/** Blank papers of all kinds. */
const blankPapers: Values = certificates.parse(Object.fromEntries(certificateKinds.map((kind) => [kind, {}])));

/** Values of the form for a new vehicle. */
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

/** Values of the form for a loaded vehicle, or for a new one (null). */
export const toForm = (loaded: VehicleDetail | null): Values =>
  loaded === null
    ? blank
    : {
        ...Object.fromEntries(names.map((name) => [name, loaded[name]])),
        certificates: loaded.certificates,
        zones: zonesIn(loaded),
      };

/** The compartments with the keys of their wires. */
const zonesIn = ({ zones, probes }: VehicleDetail): ZoneInput[] =>
  zones.map((zone) => ({
    ...zone,
    probes: probes.filter((p) => isZoned(p.kind) && p.zone === zone.name).map(wireKey),
  }));

/** Values for a copy: without what belongs to one vehicle only (plate, VIN, papers, people). */
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
  // the new vehicle has no wires yet
  const zones = source.zones.map((zone) => ({ ...zone, probes: [] }));
  return { ...blank, ...Object.fromEntries(kept), zones };
}

/** The input of the call: the form's values, and for a change the vehicle's id and version. */
export const toInput = (values: Values, loaded: VehicleDetail | null): Values =>
  loaded === null
    ? values
    : // a plate that was changed back has no 车牌生效时间
      {
        ...values,
        plateSince: samePlate(values, loaded) ? null : values.plateSince,
        id: loaded.id,
        version: loaded.version,
      };

const samePlate = ({ plateNo }: Values, loaded: VehicleDetail): boolean =>
  typeof plateNo === 'string' && normalizePlate(plateNo) === loaded.plateNo;

/** Volume of the box, m³, from its length, width and height; null when one is missing. */
export function boxVolume({ boxLength, boxWidth, boxHeight }: Values): number | null {
  if (typeof boxLength !== 'number' || typeof boxWidth !== 'number' || typeof boxHeight !== 'number') return null;
  return Math.round(boxLength * boxWidth * boxHeight * 100) / 100;
}
