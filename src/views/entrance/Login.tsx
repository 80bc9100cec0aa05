import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Button } from '../../ui/Button.tsx';
import { laterPart, lazyPart } from '../../ui/part.tsx';
import { useCompanyWayIn, useForgetsOnReload, useHasPasskeys, useLogin } from '../actum.tsx';
import { useForm } from '../forms.tsx';
import { type ArrivalNotice, Link, paths, useArrivalNotice } from '../routing.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import styles from './entrance.module.css';
import { EmailField, KnownPassword } from './fields.tsx';

/** Loaded while the browser is idle, because most people sign in with a password. */
const PasskeyLogin = laterPart(
  () => import('./PasskeyLogin.tsx').then((module) => module.PasskeyLogin),
  () => (
    <Button size="large" disabled>
      {m.factor_login_passkey()}
    </Button>
  ),
);
const SendAgain = lazyPart(() => import('./SendAgain.tsx').then((module) => module.SendAgain));

const CompanyWay = lazyPart(() => import('./CompanyWay.tsx').then((module) => module.CompanyWay));
function Company() {
  const way = useCompanyWayIn();
  return way && <CompanyWay {...way} />;
}

/** Messages about a success on the previous screen. */
const GONE_WELL: Readonly<Partial<Record<ArrivalNotice, () => string>>> = {
  registered: m.login_registered,
  confirmed: m.login_confirmed,
  recovered: m.login_recovered,
};

export function Login() {
  const { loginForm, error, isBusy, isToBeConfirmed, isSessionLost } = useLogin();
  const { ref, problems, onSubmit } = useForm(loginForm);
  const forgets = useForgetsOnReload();
  const hasPasskeys = useHasPasskeys();
  const arrivalNotice = useArrivalNotice();
  const success = arrivalNotice === null ? null : (GONE_WELL[arrivalNotice]?.() ?? null);
  const typedEmail = () => String((ref.current === null ? null : new FormData(ref.current).get('email')) ?? '');
  return (
    <Entrance
      name={m.login()}
      title={m.login_title()}
      below={
        <>
          {forgets && <span className={styles.forgets}>{m.login_forgets()}</span>}
          {m.login_no_account()} <Link to={paths.register}>{m.login_register()}</Link>
        </>
      }
    >
      <Answer error={error} success={success} />
      {isSessionLost && <p className={styles.lost}>{m.login_session_lost()}</p>}
      {isToBeConfirmed && (
        <Arriving>
          <SendAgain email={typedEmail} />
        </Arriving>
      )}
      <EntranceForm label={m.login()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.login_submit()}>
        <EmailField problem={problems.email ?? null} />
        <KnownPassword problem={problems.password ?? null} />
      </EntranceForm>
      <Arriving>
        <Company />
      </Arriving>
      {hasPasskeys && <PasskeyLogin />}
    </Entrance>
  );
}
