import type { Metadata } from "next";
import { HomeBar } from "../home/home-bar";
import classes from "../home/home.module.css";
import { AdminArea } from "./admin-area";

export const metadata: Metadata = { title: "Admin" };

export default function AdminPage() {
  return (
    <>
      <HomeBar />
      <main className={classes.main}>
        <AdminArea />
      </main>
    </>
  );
}
