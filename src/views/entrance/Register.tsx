import { m } from '../../messages/messages.ts';
import { Field } from '../../ui/Field.tsx';
import { textsOf, useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths, useArrivalNotice, useGo } from '../routing.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import { EmailField } from './fields.tsx';
import { NewPassword } from './NewPassword.tsx';

export function Register() {
  const go = useGo();
  const { ref, problems, sentence, isBusy, onSubmit } = useForm(usePeople().register, () => go(paths.login, { state: 'registered' }));
  const arrivalNotice = useArrivalNotice() === 'notConfirmed' ? m.register_not_confirmed() : null;
  return (
    <Entrance
      name={m.register()}
      title={m.register_title()}
      below={
        <>
          {m.register_has_account()} <Link to={paths.login}>{m.login_title()}</Link>
        </>
      }
    >
      <Answer error={sentence ?? arrivalNotice} />
      <EntranceForm label={m.register()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.register()}>
        <Field
          name="name"
          label={m.register_name()}
          placeholder={m.register_name_example()}
          autoComplete="name"
          problem={problems.name ?? null}
        />
        <EmailField problem={problems.email ?? null} />
        <NewPassword problem={problems.password ?? null} own={() => textsOf(ref.current)} />
      </EntranceForm>
    </Entrance>
  );
}
