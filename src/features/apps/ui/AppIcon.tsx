import {
  type Icon,
  IconAddressBook,
  IconApps,
  IconBarbell,
  IconBook,
  IconBox,
  IconBriefcase,
  IconCalendar,
  IconCar,
  IconChartBar,
  IconChecklist,
  IconHeart,
  IconHome,
  IconLayoutKanban,
  IconMessageCircle,
  IconMusic,
  IconPaw,
  IconPlane,
  IconPlant2,
  IconReceipt,
  IconSchool,
  IconScissors,
  IconShoppingCart,
  IconStar,
  IconTicket,
  IconTools,
  IconToolsKitchen2,
} from "@tabler/icons-react";
import type { AppIcon as Look } from "../schema";
import classes from "./app-icon.module.css";

const icons: Record<Look["name"], Icon> = {
  apps: IconApps,
  "address-book": IconAddressBook,
  briefcase: IconBriefcase,
  calendar: IconCalendar,
  chart: IconChartBar,
  checklist: IconChecklist,
  book: IconBook,
  cooking: IconToolsKitchen2,
  home: IconHome,
  cart: IconShoppingCart,
  box: IconBox,
  receipt: IconReceipt,
  chat: IconMessageCircle,
  heart: IconHeart,
  dumbbell: IconBarbell,
  plane: IconPlane,
  paw: IconPaw,
  school: IconSchool,
  ticket: IconTicket,
  tools: IconTools,
  plant: IconPlant2,
  music: IconMusic,
  car: IconCar,
  star: IconStar,
  scissors: IconScissors,
  board: IconLayoutKanban,
};

/** An app's icon. Decorative: the name is beside it. */
export function AppIcon({ icon, size = 36 }: { icon: Look; size?: number }) {
  const Shape = icons[icon.name];
  return (
    <span className={classes.icon} data-tone={icon.tone} style={{ width: size, height: size }} aria-hidden>
      <Shape size={Math.round(size * (size < 28 ? 0.7 : 0.55))} stroke={1.75} />
    </span>
  );
}
