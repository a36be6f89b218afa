import { tripReview, tripTemperatureReport } from '@tongda/contract/reports/customized/temperature';
import {
  mostTripReports,
  tripReportPrint,
  tripReportPrintMany,
  tripReportShares,
} from '@tongda/contract/reports/customized/trip-report';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { useAct } from '../../kit/call/use-act';
import { announceExport } from '../../kit/files/downloads';
import { Can } from '../../kit/session/can';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';
import {
  notUnloaded,
  ReviewDialog,
  ShareTripReport,
  type TripJudging,
  tripReportAt,
  usePrintTrip,
} from './trip-report/acts';

type Open = { what: 'review' | 'share'; row: AnyRow } | null;

/** 详情, 复核, PDF and 分享 of a row, and the PDFs of chosen rows in one archive. */
export const useTripTemperature: UseReportExtras = (list) => {
  const [open, setOpen] = useState<Open>(null);
  const { allowedMin, zone, lower, upper } = list.filters;
  // as the rows are judged
  const judging: TripJudging = { allowedMin, zone, lower, upper };
  const print = usePrintTrip();
  const close = (): void => setOpen(null);
  return {
    rowActions: (one) => {
      const refused = one.endTime === null ? { why: notUnloaded } : {};
      return [
        { label: '详情', to: tripReportAt({ id: one.id, ...judging }) },
        { label: '复核', can: tripReview, run: () => setOpen({ what: 'review', row: one }) },
        { label: 'PDF', can: tripReportPrint, ...refused, run: () => print({ id: one.id, ...judging }) },
        { label: '分享', can: tripReportShares.make, run: () => setOpen({ what: 'share', row: one }) },
      ];
    },
    batch: (rows) => <ArchiveButton rows={rows} judging={judging} />,
    open:
      open === null ? null : open.what === 'review' ? (
        <ReviewDialog
          row={reviewOf(open.row)}
          fresh={async () => {
            // the review that somebody else made meanwhile
            const asked = { ...list.filters, code: open.row.code, page: 1, size: 1 };
            // filters are as the user left them: the server reads them anew
            const found = await call(tripTemperatureReport.page, asked as never);
            return { version: found.list[0]?.reviewVersion ?? 0 };
          }}
          done={list.refresh}
          close={close}
        />
      ) : (
        <ShareTripReport
          code={String(open.row.code)}
          asked={{ id: open.row.id, ...judging }}
          running={open.row.endTime === null}
          close={close}
        />
      ),
  };
};

const reviewOf = ({ id, code, verdict, opinion, reviewVersion }: AnyRow) => ({
  ...{ id, code: String(code), verdict: String(verdict), opinion: String(opinion) },
  version: Number(reviewVersion),
});

/** 批量PDF: the reports of the ticked rows in one archive of the download centre. */
function ArchiveButton({ rows, judging }: { rows: AnyRow[]; judging: TripJudging }) {
  const done = rows.filter(({ endTime }) => endTime !== null);
  const why =
    done.length === 0
      ? notUnloaded
      : done.length > mostTripReports
        ? `一次最多打包${mostTripReports}份报告`
        : undefined;
  const pack = useAct(tripReportPrintMany, { done: ({ id }) => announceExport(id) });
  const start = () => pack.run({ ids: done.map(({ id }) => id), ...judging, format: 'zip' });
  return (
    <Can do={tripReportPrintMany}>
      <Button disabled={why !== undefined} title={why} loading={pack.busy} onClick={() => void start()}>
        批量PDF
      </Button>
    </Can>
  );
}
