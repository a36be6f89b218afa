import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { Button, Spin } from 'antd';
import { CircleAlert, Inbox, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../call/api-error';
import { FaultNote } from '../form/fault-note';
import './states.css';

interface StateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  tone?: 'plain' | 'error';
}

function StateBlock({ icon, title, text, action, tone = 'plain' }: StateProps) {
  return (
    <div className={`kit-show-state kit-show-state-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
      <span className="kit-show-state-icon">{icon}</span>
      <div className="kit-show-state-title">{title}</div>
      {text ? <div className="kit-show-state-text">{text}</div> : null}
      {action ? <div className="kit-show-state-action">{action}</div> : null}
    </div>
  );
}

/** Nothing here: says why, and offers the next step. */
export function Empty(props: { title?: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <StateBlock
      icon={<Inbox />}
      title={props.title ?? message('table.empty')}
      text={props.text}
      action={props.action}
    />
  );
}

/** The empty note of small places (select boxes, small tables). */
export function EmptyText() {
  return <div className="kit-show-empty-text">{message('table.empty')}</div>;
}

/** What went wrong, with its number when the server has one. */
function Fault({ error, otherwise }: { error: unknown; otherwise: string }) {
  if (!(error instanceof ApiError)) return otherwise;
  return error.traceId === null ? error.message : <FaultNote text={error.message} traceId={error.traceId} />;
}

/** A failure that stays until it is dealt with; `right` names what a refused user would need. */
export function ErrorState(props: { error: unknown; retry?: () => void; right?: string }) {
  const { error, retry, right } = props;
  if (error instanceof ApiError && error.code === codes.forbidden)
    return <NoPermission right={right} text={error.message} />;
  return (
    <StateBlock
      tone="error"
      icon={<CircleAlert />}
      title="没有取到数据"
      text={<Fault error={error} otherwise="页面遇到错误，请刷新后重试" />}
      action={retry ? <Button onClick={retry}>重试</Button> : null}
    />
  );
}

/** Which right is missing, and who can give it. */
export function NoPermission(props: { right?: string; text?: string }) {
  const what = props.right ? `您没有“${props.right}”的权限` : (props.text ?? '您没有此页面的权限');
  return <StateBlock icon={<LockKeyhole />} title="暂无权限" text={`${what}，请联系贵公司的系统管理员开通`} />;
}

/** Over rows that could not be renewed: it stays until a try succeeds. */
export function StaleBar(props: { error: unknown; retry: () => void }) {
  return (
    <div className="kit-show-stale" role="alert">
      <CircleAlert className="td-ico" />
      <span>
        <Fault error={props.error} otherwise="刷新失败" />
        ，下面是较早的数据
      </span>
      <button type="button" className="td-plain" onClick={props.retry}>
        重试
      </button>
    </div>
  );
}

/** While something loads for the first time. */
export function Loading(props: { text?: string }) {
  return (
    <div className="kit-show-state" aria-busy="true">
      <Spin />
      <div className="kit-show-state-text">{props.text ?? '加载中…'}</div>
    </div>
  );
}
