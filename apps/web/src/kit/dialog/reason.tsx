import type { Endpoint, Input as InputOf } from '@tongda/contract/core/endpoint';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { type ActOptionsOf, useAct } from '../call/use-act';
import { AtField } from './act-bar';
import { ActDialog } from './form';

interface ReasonFieldProps {
  /** what the reason is called: 作废原因 */
  label: string;
  placeholder: string;
  /** most characters */
  longest: number;
  value: string;
  change: (reason: string) => void;
}

/** The field of a reason, as high as its text. */
export const ReasonField = ({ label, placeholder, longest, value, change }: ReasonFieldProps) => (
  <AtField name="reason">
    <Input.TextArea
      aria-label={label}
      placeholder={placeholder}
      maxLength={longest}
      showCount
      autoSize={{ minRows: 2, maxRows: 4 }}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  </AtField>
);

interface ReasonDialogProps<I> extends Pick<ReasonFieldProps, 'label' | 'placeholder'> {
  /** what is sent with a reason, whose ends are trimmed */
  input: (reason: string) => I;
  /** fewest and most characters, as the call has them */
  shortest?: number;
  longest?: number;
  title: string;
  okText: string;
  /** what the button does cannot simply be undone */
  danger?: boolean;
  close: () => void;
}

/** A dialog that asks why, and sends the answer. */
export function ReasonDialog<E extends Endpoint>(
  props: { endpoint: E } & ReasonDialogProps<InputOf<E>> & Omit<ActOptionsOf<E>, 'form'>,
): ReactNode {
  const { label, placeholder, input, shortest = 2, longest = 100, title, okText, danger, close } = props;
  const [reason, setReason] = useState('');
  // Beside the dialog's own the props hold the options of the act; TypeScript does not see that Omit keeps what the endpoint asks for.
  const act = useAct(props.endpoint, props as unknown as ActOptionsOf<E>);
  const typed = reason.trim();
  return (
    <ActDialog
      act={act}
      input={input(typed)}
      ready={typed.length >= shortest}
      title={title}
      okText={okText}
      danger={danger}
      width={460}
      close={close}
    >
      <ReasonField label={label} placeholder={placeholder} longest={longest} value={reason} change={setReason} />
    </ActDialog>
  );
}
