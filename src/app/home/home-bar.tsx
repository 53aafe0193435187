import Link from "next/link";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import { Logo } from "@/ui/Logo";
import { PaletteButton } from "../palette";
import classes from "./home.module.css";

export function HomeBar() {
  return (
    <header className={classes.bar}>
      <Link href="/home" className={classes.brand}>
        <Logo /> Joinery
      </Link>
      <span className={classes.tools}>
        <PaletteButton />
        <AccountMenu />
      </span>
    </header>
  );
}
