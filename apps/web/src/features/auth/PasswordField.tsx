// A password input whose content can be shown.
import { type ComponentProps, useState } from "react";
import { useSay } from "../../i18n/LanguageContext";
import { IconButton } from "../../ui/form/Button";
import { Field } from "../../ui/form/Field";

export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "end">) {
  const say = useSay();
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? "eye_closed" : "eye"}
      label={say(isShown ? "auth.hide_password" : "auth.show_password")}
      onClick={() => setIsShown(!isShown)}
    />
  );
  return <Field {...props} type={isShown ? "text" : "password"} end={toggle} />;
}
