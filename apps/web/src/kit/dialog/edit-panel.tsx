import type { Endpoint } from '@tongda/contract/core/endpoint';
import { Button, Form, type FormInstance } from 'antd';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { EditContext, type FieldMeta, GroupContext } from '../form/edit-context';
import type { Values } from '../form/edit-schema';
import { sameValue, useDirtyGuard } from '../form/use-dirty-guard';
import { useEditSave } from '../form/use-edit-save';
import { useInitial } from '../form/use-initial';
import { useFormScope } from '../form/use-scope';
import { useFocusBack } from '../show/hooks/use-focus-back';
import { ActBar } from './act-bar';
import '../form/edit-page.css';
import './edit-panel.css';

interface EditPanelProps {
  title: string;
  /** adds or changes; its input is the form's rule */
  endpoint: Endpoint;
  /** values to begin with; another object needs another React key, the same one in a newer version comes by `reload` */
  initial: Values;
  /** adds what the form does not show (id, version) */
  toInput?: (values: Values) => Values;
  /** fields; `form` for what a map writes into them */
  children: (form: FormInstance<Values>) => ReactNode;
  saved: () => void;
  /** gets what the server answered, before `saved` */
  answered?: (answer: unknown) => void;
  /** 取消: ask before unsaved work is dropped (leave-guards) */
  close: () => void;
  /** somebody else changed it: loads the newer version, which then stands in `initial` */
  reload: () => Promise<unknown>;
  /** 保存 unless it does something else */
  okText?: string;
}

/** A form beside something that stays visible (a map): one column, the buttons always in sight. */
export function EditPanel(props: EditPanelProps) {
  const { endpoint, initial: start, toInput } = props;
  const [form] = Form.useForm<Values>();
  const box = useFocusBack<HTMLElement>();
  // the panel stands far from what opened it in the order of the tab key; a field would take the keys that draw on the map
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, [box]);
  const [from, renewFrom] = useStart(start);
  const initial = useInitial(form, from, (values) => values);
  const [fields] = useState(() => new Map<string, FieldMeta>());
  const guard = useDirtyGuard(form, initial);
  const scope = useFormScope({
    form,
    schema: endpoint.input,
    initial,
    fields,
    finish: (values) => toInput?.(values) ?? values,
  });
  const leave = (go: () => void) => () => {
    guard.release();
    go();
  };
  const { act, save } = useEditSave({
    endpoint,
    form,
    input: scope.input,
    ...(props.answered ? { saved: props.answered } : {}),
    done: leave(props.saved),
    reload: () => renewFrom(props.reload),
  });
  return (
    <EditContext.Provider value={scope}>
      <GroupContext.Provider value={props.title}>
        <section className="kit-dialog-edit-panel" ref={box} tabIndex={-1} aria-label={props.title}>
          <header>
            <h2>{props.title}</h2>
            <Button type="text" icon={<X />} aria-label="关闭" onClick={props.close} />
          </header>
          <Form<Values>
            // labels find their own boxes although a page with a form of its own may stand below
            name="panel"
            form={form}
            layout="vertical"
            initialValues={initial}
            requiredMark={false}
            validateTrigger={['onBlur']}
            className="kit-form-edit-form"
          >
            <div className="kit-dialog-edit-panel-body">
              <ActBar of={act} />
              <div className="kit-form-group-grid">{props.children(form)}</div>
            </div>
            <footer>
              <Button onClick={props.close}>取消</Button>
              <Button type="primary" loading={act.busy} onClick={() => void save()}>
                {props.okText ?? '保存'}
              </Button>
            </footer>
          </Form>
        </section>
      </GroupContext.Provider>
    </EditContext.Provider>
  );
}

/** The values that the form begins with; later ones count only after a reload (a page may count the time in them). */
function useStart(values: Values): [from: Values, renew: (reload: () => Promise<unknown>) => Promise<void>] {
  const [from, setFrom] = useState(values);
  const [renewed, setRenewed] = useState(false);
  useEffect(() => {
    if (!renewed || sameValue(from, values)) return;
    setRenewed(false);
    setFrom(values);
  }, [renewed, from, values]);
  const renew = async (reload: () => Promise<unknown>): Promise<void> => {
    await reload();
    setRenewed(true);
  };
  return [from, renew];
}
