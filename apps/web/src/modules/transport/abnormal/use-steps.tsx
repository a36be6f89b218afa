import {
  type AbnormalRow,
  abnormalAccept,
  abnormalAssign,
  abnormalClose,
  abnormalHandle,
  abnormalPage,
  abnormalReopen,
  abnormalStatusCount,
  abnormalThread,
  abnormalWithdraw,
} from '@tongda/contract/transport/abnormal/calls';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { toast } from '../../../kit/dialog/notify';
import { newestRow } from '../../../kit/list/newest-row';
import { useInvalidate } from '../../../kit/list/use-rows';
import type { RowAction } from '../../../kit/table/types';
import { ReasonDialog } from '../waybill/door';
import { AssignDialog } from './assign-dialog';
import { HandleDialog } from './handle-dialog';

type Report = Pick<AbnormalRow, 'id' | 'abnormalCode' | 'version' | 'allowActions' | 'description' | 'handler'>;
interface Simple {
  verb: 'accept' | 'close';
  report: Report;
}
type Asked = { verb: 'handle' | 'assign' | 'reopen' | 'withdraw'; report: Report } | null;

/** The steps for a report. The server says which of them its state allows, rights say which of them the user may take. */
export function useAbnormalSteps(changed: () => void = () => {}) {
  const [asked, setAsked] = useState<Asked>(null);
  const invalidate = useInvalidate();
  const done = (text: string): void => {
    toast('success', text);
    for (const endpoint of [abnormalPage, abnormalStatusCount, abnormalThread]) void invalidate(endpoint);
    changed();
  };
  const step = useAct(
    ({ verb, report: { abnormalCode, version } }: Simple) =>
      call(verb === 'close' ? abnormalClose : abnormalAccept, { abnormalCode, version }),
    {
      sure: ({ verb, report: { abnormalCode } }) =>
        verb === 'close'
          ? { title: `关闭 ${abnormalCode}？`, content: '关闭后不能重开。', ok: '关闭' }
          : { title: `受理 ${abnormalCode}？`, content: '受理后由您处理。', ok: '受理' },
      done: (_, { verb, report }) => done(`${report.abnormalCode} 已${verb === 'close' ? '关闭' : '受理'}`),
      // the list brings the report anew
      fresh: async () => undefined,
      failed: () => {
        void invalidate(abnormalPage);
        return false;
      },
    },
  );
  const actions = (report: Report): RowAction[] => {
    const when = (verb: (typeof report.allowActions)[number], action: RowAction): RowAction[] =>
      report.allowActions.includes(verb) ? [action] : [];
    const ask = (verb: NonNullable<Asked>['verb']) => () => setAsked({ verb, report });
    return [
      ...when('accept', { label: '受理', can: abnormalAccept, run: () => void step.run({ verb: 'accept', report }) }),
      ...when('handle', { label: '处理', can: abnormalHandle, run: ask('handle') }),
      ...when('close', { label: '关闭', can: abnormalClose, run: () => void step.run({ verb: 'close', report }) }),
      ...when('assign', { label: '转派', can: abnormalAssign, run: ask('assign') }),
      ...when('reopen', { label: '重开', can: abnormalReopen, run: ask('reopen') }),
      ...when('withdraw', { label: '撤销', can: abnormalWithdraw, danger: true, run: ask('withdraw') }),
    ];
  };
  const close = (): void => setAsked(null);
  const dialog =
    asked === null ? null : asked.verb === 'handle' ? (
      <HandleDialog report={asked.report} done={() => done(`${asked.report.abnormalCode} 已处理`)} close={close} />
    ) : asked.verb === 'assign' ? (
      <AssignDialog report={asked.report} done={() => done(`${asked.report.abnormalCode} 已转派`)} close={close} />
    ) : (
      <ReasonDialog
        title={`${asked.verb === 'reopen' ? '重开' : '撤销'} ${asked.report.abnormalCode}`}
        label={asked.verb === 'reopen' ? '重开原因' : '撤销原因'}
        ok={asked.verb === 'reopen' ? '重开' : '撤销'}
        version={asked.report.version}
        fresh={() => newestRow(abnormalPage, { abnormalCode: asked.report.abnormalCode }, asked.report.id)}
        send={(reason, version) =>
          call(asked.verb === 'reopen' ? abnormalReopen : abnormalWithdraw, {
            abnormalCode: asked.report.abnormalCode,
            version,
            reason,
          })
        }
        done={() => done(`${asked.report.abnormalCode} 已${asked.verb === 'reopen' ? '重开' : '撤销'}`)}
        close={close}
      />
    );
  return { actions, dialog };
}
