import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import {
  type InterfaceApplication,
  interfaceWithdraw,
  type OpenInterface,
} from '@tongda/contract/company/openapi/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { formatNumber, minuteText } from '../../../kit/show/format';

const tones = { 0: 'amber', 1: 'green', 2: 'red', 3: undefined, 4: 'grey' } as const;

interface ApplyStateProps {
  one: Pick<OpenInterface, 'name' | 'applications'>;
  apps: ReadonlyArray<{ id: string }>;
  mayApply: boolean;
  apply: () => void;
  /** something changed */
  done: () => void;
}

const isOpen = ({ status }: InterfaceApplication): boolean =>
  status === interfaceApplyStatus.review || status === interfaceApplyStatus.opened;

/** Programs of the company that it was not asked for yet. */
export function appsWithout<A extends { id: string }>(
  apps: readonly A[],
  { applications }: Pick<OpenInterface, 'applications'>,
): A[] {
  const asked = new Set(applications.filter(isOpen).map(({ appId }) => appId));
  return apps.filter(({ id }) => !asked.has(id));
}

/** State of the company's applications for an interface, one line a program, with the button for the next step (apply or withdraw). */
export function ApplyState({ one, apps, mayApply, apply, done }: ApplyStateProps) {
  const withdraw = useAct(interfaceWithdraw, {
    sure: { title: `撤回“${one.name}”的开通申请？`, ok: '撤回' },
    told: '申请已撤回',
    fresh: async () => done(),
    ended: done,
  });
  const shown = one.applications.filter(({ status }) => status !== interfaceApplyStatus.withdrawn);
  return (
    <div className="company-openapi-state">
      <div>
        {shown.length === 0 ? <span className="td-dot">待申请</span> : null}
        {shown.map((line) => (
          <p key={line.id}>
            <span
              className="td-dot"
              data-tone={tones[line.status]}
              title={`${line.userName} ${line.applyTime} 申请：${line.purpose}${line.remark ? `\n${line.remark}` : ''}`}
            >
              {interfaceApplyStatus.label(line.status)}
            </span>
            <b>{line.appName || '全部应用'}</b>
            <span className="td-cap">
              {line.status === interfaceApplyStatus.opened && line.dailyLimit !== null
                ? `每日${formatNumber(line.dailyLimit)}次`
                : line.status === interfaceApplyStatus.refused || line.status === interfaceApplyStatus.stopped
                  ? line.remark
                  : `${minuteText(line.applyTime)} 申请`}
            </span>
            {mayApply && line.status === interfaceApplyStatus.review ? (
              <Button
                size="small"
                type="link"
                loading={withdraw.busy}
                onClick={() => void withdraw.run({ id: line.id, version: line.version })}
              >
                撤回
              </Button>
            ) : null}
          </p>
        ))}
      </div>
      {mayApply && apps.length === 0 ? (
        <Link to={`${href(routes.interfaceCenter, 'community')}?tab=apps`}>先新增对接应用</Link>
      ) : null}
      {mayApply && appsWithout(apps, one).length > 0 ? <Button onClick={apply}>申请开通</Button> : null}
    </div>
  );
}
