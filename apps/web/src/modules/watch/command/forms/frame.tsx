import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { Form, Input as TextInput } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import type { CommandFormProps } from './props';
import { ToVehicles, targetWords } from './to-vehicles';
import '../styles.css';

type Giving = Endpoint<z.ZodType<object, object>, z.ZodType<SentLine[]>>;

interface FrameProps<E extends Giving> extends CommandFormProps {
  endpoint: E;
  /** what is sent beside the vehicles; null while something is missing */
  input: Omit<Input<E>, 'vehicleIds'> | null;
  title: string;
  okText?: string;
  danger?: boolean;
  width?: number;
  children?: ReactNode;
}

/** The dialog of a command: whom it is for, its fields, and what the server finds wrong with them. */
export function CommandFrame<E extends Giving>(props: FrameProps<E>) {
  const { endpoint, input, vehicles, sent, close, title, okText, danger, width, children } = props;
  const vehicleIds = vehicles.map(({ id }) => id);
  return (
    <FormDialog<Giving>
      endpoint={endpoint}
      input={input === null ? null : { vehicleIds, ...input }}
      check
      stay
      done={sent}
      close={close}
      title={`${title} ${targetWords(vehicles)}`}
      okText={okText ?? '下发'}
      danger={danger}
      width={width ?? 460}
    >
      <ToVehicles vehicles={vehicles} />
      <Form layout="vertical">{children}</Form>
    </FormDialog>
  );
}

/** 原因, which stands in the history of the vehicle. */
export function ReasonField({ value, put }: { value: string; put: (value: string) => void }) {
  return (
    <AtField name="reason" label="原因" htmlFor="command-reason">
      <TextInput
        id="command-reason"
        value={value}
        maxLength={100}
        placeholder="记入车辆的变更记录"
        onChange={(e) => put(e.target.value)}
      />
    </AtField>
  );
}
