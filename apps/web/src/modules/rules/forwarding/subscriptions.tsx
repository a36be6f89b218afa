import { columns } from '@tongda/contract/core/columns';
import { type ForwardRow, forwardAdd, forwardPage } from '@tongda/contract/rules/forwarding/calls';
import { Button, Tag } from 'antd';
import { Plus } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import type { SubscriptionProps } from '../../company/openapi/door';
import { subscriptionLinks } from './links';
import { staleTargets, useTargets } from './use-targets';

const shown = columns<ForwardRow>()([
  { value: 'name', label: '订阅名称', width: 150, fixed: 'left' },
  { value: 'appName', label: '对接应用', width: 130 },
  { value: 'state', label: '状态', width: 90, dict: 'forwardState' },
  { value: 'kinds', label: '内容', width: 140 },
  { value: 'vehicleCount', label: '车辆数', width: 70, align: 'right' },
  { value: 'okCount', label: '今日成功', width: 84, align: 'right' },
  { value: 'failCount', label: '今日失败', width: 84, align: 'right' },
  { value: 'backlog', label: '积压', width: 66, align: 'right' },
  { value: 'deadCount', label: '待重推', width: 70, align: 'right' },
  { value: 'lastOkTime', label: '最近成功', width: 130 },
  { value: 'lastError', label: '最近错误', width: 240 },
  { value: 'address', label: '回调地址', width: 260 },
]);

/** 订阅推送: what programs of the company are told by signed callbacks; what was given up is sent again from here. A message about one program leads to its own (`appId`). */
export function SubscriptionsTab({ apps }: SubscriptionProps) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const asked = useAsk(forwardPage, { page: 1, size: 200, use: 'app' }, { refetchOnMount: 'always' });
  const changed = (): void => {
    for (const stale of [forwardPage, ...staleTargets]) void invalidate(stale);
  };
  const { cells, actions, drawers } = useTargets(changed, subscriptionLinks);
  const [params, setParams] = useSearchParams();
  const only = apps.find(({ id }) => id === params.get('appId'));
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <Loading />;
  const [first] = apps;
  const rows = asked.data.list.filter(({ appName }) => only === undefined || appName === only.name);
  const showAll = (): void => setParams({ tab: 'push' }, { replace: true });
  const add = () => void navigate(subscriptionLinks.addFor((only ?? first)?.id));
  return (
    <div className="rules-forwarding-subscriptions">
      <div className="tools">
        <Can do={forwardAdd}>
          <Button
            type="primary"
            icon={<Plus />}
            disabled={!first}
            title={first ? undefined : '请先新增对接应用'}
            onClick={add}
          >
            新增订阅
          </Button>
        </Can>
        <span className="td-cap">
          位置、温湿度和报警由平台推送到应用的地址，用应用的密钥签名；没有收到确认的会重发，多次失败的可以重推。
        </span>
      </div>
      {only ? (
        <Tag className="rules-forwarding-only" closable onClose={showAll}>
          只看应用 {only.name}
        </Tag>
      ) : null}
      {rows.length === 0 ? (
        <Empty title={only ? '这个应用没有订阅' : '还没有订阅'} text="新增后平台把数据推送给应用，程序不需要反复查询" />
      ) : (
        <ShortTable<ForwardRow> rows={rows} rowKey="id" columns={shown} cells={cells} rowActions={actions} />
      )}
      {drawers}
    </div>
  );
}
