import { message } from '@tongda/contract/core/messages';
import { Button, Form } from 'antd';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { Act } from '../call/use-act';
import './act-bar.css';

/** The part of an act that showing its errors needs; it does not depend on the type of what is sent. */
export type ActTroubles = Pick<
  Act<unknown, unknown>,
  'faultOf' | 'otherFaults' | 'conflict' | 'renewed' | 'refreshing' | 'refresh' | 'places'
>;

const ActContext = createContext<ActTroubles | null>(null);

/** Everything inside belongs to one act: `<AtField>` finds its findings here. */
export function ActScope({ of, children }: { of: ActTroubles; children: ReactNode }) {
  return <ActContext.Provider value={of}>{children}</ActContext.Provider>;
}

/** Above a form: findings that no field shows, and somebody else's change with the way to the new version. Nothing otherwise. */
export function ActBar({ of }: { of: ActTroubles }) {
  const { places, conflict, renewed, otherFaults } = of;
  useEffect(() => places.bar(), [places]);
  return (
    <>
      {otherFaults.length > 0 ? (
        <div className="kit-dialog-act-bar" role="alert" data-tone="red">
          <CircleAlert className="td-ico" />
          <span>{otherFaults.join('；')}</span>
        </div>
      ) : null}
      {conflict !== null ? (
        <div className="kit-dialog-act-bar" role="alert" data-tone="amber">
          <CircleAlert className="td-ico" />
          <span>{conflict}</span>
          <Button size="small" loading={of.refreshing} onClick={() => void of.refresh()}>
            刷新后重试
          </Button>
        </div>
      ) : renewed ? (
        <div className="kit-dialog-act-bar" role="status">
          <CircleAlert className="td-ico" />
          <span>{message('save.renewed')}</span>
        </div>
      ) : null}
    </>
  );
}

interface AtFieldProps {
  /** the field of what is sent */
  name: string;
  /** stands above the control */
  label?: ReactNode;
  /** id of the control that the label is for, where it has one */
  htmlFor?: string;
  /** help below the control */
  extra?: ReactNode;
  children: ReactNode;
}

/** A control of an act, with what the server found wrong with it in red below. */
export function AtField({ name, label, htmlFor, extra, children }: AtFieldProps) {
  const act = useContext(ActContext);
  const places = act?.places;
  useEffect(() => places?.field(name), [places, name]);
  const fault = act?.faultOf(name);
  const status = fault ? 'error' : undefined;
  if (label !== undefined)
    return (
      <Form.Item layout="vertical" label={label} htmlFor={htmlFor} extra={extra} validateStatus={status} help={fault}>
        {children}
      </Form.Item>
    );
  return (
    <>
      <Form.Item noStyle validateStatus={status}>
        {children}
      </Form.Item>
      {fault ? (
        <span className="kit-dialog-act-fault" role="alert">
          {fault}
        </span>
      ) : null}
    </>
  );
}
