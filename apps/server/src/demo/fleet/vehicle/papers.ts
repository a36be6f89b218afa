import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { VehicleCertificate } from '../../../core/generated/db-types';
import { demoClients } from '../../people/users';
import { dateIn, expiringPapers, vehicleId } from './rows';

const clientId = demoClients.cold.id;
const insurers = ['平安财险上海分公司', '人保财险上海分公司', '太平洋产险上海分公司'];

/** The papers of the demo company's trucks: insurances that end together, second-level maintenance each half year, proof of the terminal. */
export async function seedVehiclePapers(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('vehicle_certificate')
    .values(demoVehicles.flatMap(({ no, volts }) => papersOf(no, volts === 24, now)))
    .execute();
  await sql`update vehicle_certificate p set start_date = case p.doc_type when 'inspect' then v.inspect_end else v.insure_end end
      - interval '1 year' + interval '1 day'
    from vehicle v where v.id = p.vehicle_id and p.doc_type in ('inspect', 'compulsory') and p.client_id = ${clientId}`.execute(
    trx,
  );
}

function papersOf(no: number, heavy: boolean, now: Date): Array<Insertable<VehicleCertificate>> {
  const base = { client_id: clientId, vehicle_id: vehicleId(no) };
  const insured = expiringPapers.get(no)?.insure ?? 60 + ((no * 17) % 290);
  const issuer = insurers[no % 3];
  // the workshop is late with the truck whose inspection is over as well
  const maintained =
    expiringPapers.get(no)?.inspect === undefined
      ? 40 + ((no * 7) % 130)
      : expiringPapers.get(no)?.inspect === -12
        ? -3
        : 25;
  const number = (head: string, step: number): string => `${head}${String(26_300_000 + no * step)}`;
  return [
    { ...base, doc_type: 'licence', doc_no: number('3100', 317), start_date: dateIn(now, -420 - no * 23) },
    { ...base, doc_type: 'transport', start_date: dateIn(now, -410 - no * 23) },
    { ...base, doc_type: 'inspect', doc_no: number('JC', 211) },
    {
      ...base,
      doc_type: 'compulsory',
      issuer,
      doc_no: number('PDZA', 733),
      amount_fen: heavy ? 448_000 : 190_000,
    },
    {
      ...base,
      doc_type: 'commercial',
      issuer,
      doc_no: number('PDAA', 733),
      start_date: dateIn(now, insured - 364),
      end_date: dateIn(now, insured),
      amount_fen: (heavy ? 1_860_000 : 720_000) + (no % 7) * 13_500,
    },
    {
      ...base,
      doc_type: 'maintain',
      doc_no: number('EW', 129),
      start_date: dateIn(now, maintained - 182),
      end_date: dateIn(now, maintained),
      remind_days: 15,
    },
    { ...base, doc_type: 'gps', doc_no: number('GPS', 57), start_date: dateIn(now, -120 - no * 7) },
  ];
}
