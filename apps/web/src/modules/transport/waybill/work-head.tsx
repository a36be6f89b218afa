import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import type { ReactNode } from 'react';
import { PlateChip } from '../../../kit/show/plate/chip';
import type { WorkHeadProps } from '../../../kit/work/frame';
import { TransportDot } from './cells';
import { waybillPage } from './links';

type HeadOf = Pick<WaybillDetail, 'waybillKind' | 'waybillCode' | 'transportStatus' | 'plateNo' | 'vehicleColor'>;

/** The head of a page that works on one waybill: its number as a link, its state and its vehicle; `marks` follow these. */
export const waybillHead = (
  waybill: HeadOf,
  { marks, ...rest }: Pick<WorkHeadProps, 'title' | 'back' | 'meta'> & { marks?: ReactNode },
): WorkHeadProps => ({
  ...rest,
  code: waybill.waybillCode,
  codeTo: waybillPage(waybill.waybillKind, waybill.waybillCode),
  marks: (
    <>
      <TransportDot status={waybill.transportStatus} />
      {waybill.plateNo ? <PlateChip plateNo={waybill.plateNo} colour={waybill.vehicleColor ?? 0} /> : null}
      {marks}
    </>
  ),
});
