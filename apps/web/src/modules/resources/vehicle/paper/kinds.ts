import { vehiclePaper } from '@tongda/contract/resources/enums';
import type { VehicleDetail } from '@tongda/contract/resources/vehicle/calls';
import {
  type Certificate,
  type CertificateKind,
  certificateKinds,
  endOf,
} from '@tongda/contract/resources/vehicle/certificate';
import type { Paper } from '../../../../kit/detail/due-date';

/** A paper with its number and end, whether they are fields of the vehicle or of the paper. */
export interface VehiclePaper extends Paper, Pick<Certificate, 'startDate' | 'issuer' | 'amountYuan' | 'remindDays'> {
  kind: CertificateKind;
}

/** The papers of a vehicle in the order of the form. */
export const papersOf = (vehicle: VehicleDetail): VehiclePaper[] =>
  certificateKinds.map((kind) => {
    const { docNo = null, issuer, startDate, amountYuan, remindDays }: Certificate = vehicle.certificates[kind];
    return {
      kind,
      label: vehiclePaper.label(kind),
      date: endOf(kind, vehicle),
      no: kind === 'transport' ? vehicle.transportCertNo : docNo,
      endless: kind === 'gps',
      issuer,
      startDate,
      amountYuan,
      remindDays,
    };
  });

/** Everything of a vehicle that has an end: its papers, and the service of its terminal. */
export const endingOf = (vehicle: VehicleDetail): Paper[] => [
  ...papersOf(vehicle),
  { label: '服务', date: vehicle.serviceEnd },
];
