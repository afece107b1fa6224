// The list of places, as a rail beside the page or inside the phone's drawer.
import { Link, useLocation } from "wouter";
import { addressOf, HOME, type Place, PLACE_GROUPS, placeAt } from "../features/places";
import { useSay } from "../i18n/LanguageContext";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";

export function Navigation({ onLeave }: { onLeave?: () => void }) {
  const say = useSay();
  return (
    <nav
      aria-label={say("nav.label")}
      className="flex h-full flex-col overflow-y-auto bg-rail p-3 text-rail-ink [--focus:var(--rail-accent)]"
    >
      <Link
        href={addressOf(HOME)}
        onClick={onLeave}
        className="flex items-center gap-3 rounded-md px-3 py-2"
      >
        <Logo />
        <span>
          <span className="block text-lg leading-tight font-semibold tracking-tight">Parley</span>
          <span className="block text-xs text-rail-soft">{say("app.tagline")}</span>
        </span>
      </Link>
      <ul className="mt-4">
        <NavigationItem place={HOME} onLeave={onLeave} />
      </ul>
      {PLACE_GROUPS.map((group) => (
        <div key={group.name} className="mt-5">
          <p id={`nav-group-${group.name}`} className="px-3 pb-1 text-xs text-rail-soft">
            {say(`nav.group_${group.name}`)}
          </p>
          <ul aria-labelledby={`nav-group-${group.name}`} className="space-y-0.5">
            {group.places.map((place) => (
              <NavigationItem key={place} place={place} onLeave={onLeave} />
            ))}
          </ul>
        </div>
      ))}
      <ul className="mt-auto border-t border-rail-line pt-3">
        <NavigationItem place="settings" onLeave={onLeave} />
      </ul>
    </nav>
  );
}

function NavigationItem({ place, onLeave }: { place: Place; onLeave: (() => void) | undefined }) {
  const say = useSay();
  const [path] = useLocation();
  const isCurrent = placeAt(path) === place;
  const look = isCurrent
    ? "bg-rail-line font-medium text-rail-ink before:bg-rail-accent"
    : "text-rail-soft hover:bg-rail-line hover:text-rail-ink";
  return (
    <li>
      <Link
        href={addressOf(place)}
        onClick={onLeave}
        data-testid={`nav-${place}`}
        aria-current={isCurrent ? "page" : undefined}
        className={`relative flex min-h-10 items-center gap-3 rounded-md px-3 outline-offset-[-2px] before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full lg:min-h-9 ${look}`}
      >
        <Icon name={place} />
        {say(`nav.${place}`)}
      </Link>
    </li>
  );
}
