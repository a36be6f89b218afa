import type { Endpoint, Output } from '@tongda/contract/core/endpoint';
import { Button, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useAsk } from '../call/use-ask';
import { HistoryDrawer } from '../detail/change-history';
import { useSession } from '../session/user';
import { ErrorState, Loading } from '../show/states';
import { ActBar, type ActTroubles } from './act-bar';
import './setting.css';

interface SettingDialogProps<E extends Endpoint> {
  title: string;
  width: number;
  /** what the company has set; it takes no input */
  of: E;
  close: () => void;
  /** the form over what was read; `renew` reads it again */
  children: (loaded: Output<E>, renew: () => Promise<unknown>) => ReactNode;
}

/** A setting of the whole company: read anew when it is opened, changed by administrators, looked at by others. */
export function SettingDialog<E extends Endpoint>({ title, width, of, close, children }: SettingDialogProps<E>) {
  // such a call takes nothing, which the types of a general endpoint do not say
  const asked = useAsk(of, undefined as never, { own: 'edit' });
  if (asked.data !== undefined) return children(asked.data, () => asked.refetch({ throwOnError: true }));
  return (
    <Modal open title={title} width={width} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

interface SettingFormProps {
  title: string;
  width: number;
  editable: boolean;
  /** what saves it */
  act: ActTroubles & { busy: boolean };
  /** sends what was entered; null while nothing was changed or something is missing */
  send: (() => void) | null;
  /** since when it holds, in words */
  since: string;
  history: Parameters<typeof HistoryDrawer>[0]['of'];
  /** a button at the left of the others */
  extra?: ReactNode;
  close: () => void;
  children: ReactNode;
}

/** The form of such a setting: 取消 and 保存 for who may change it, 关闭 for the others, and under the controls since when it holds and its history. */
export function SettingForm(props: SettingFormProps) {
  const { title, editable, act, send, close } = props;
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  return (
    <Modal
      open
      title={title}
      width={props.width}
      onCancel={close}
      styles={{ body: { maxHeight: 'calc(100vh - 260px)', overflowY: 'auto' } }}
      footer={
        editable ? (
          <>
            {props.extra}
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={act.busy} disabled={send === null} onClick={() => send?.()}>
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <ActBar of={act} />
      {props.children}
      <p className="td-cap kit-dialog-setting-foot">
        {editable ? null : '只有企业管理员可以修改。'}
        {props.since}{' '}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? <HistoryDrawer of={props.history} id={company} name={title} close={() => setHistory(false)} /> : null}
    </Modal>
  );
}

interface SettingRowProps {
  title: string;
  hint: ReactNode;
  /** the control at the right; `id` is that of the title, for its aria-labelledby */
  children: (id: string) => ReactNode;
}

/** One line of a setting: what it is, what it means, and its control. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  const id = useId();
  return (
    <div className="kit-dialog-setting">
      <div>
        <b id={id}>{title}</b>
        <small>{hint}</small>
      </div>
      {children(id)}
    </div>
  );
}
