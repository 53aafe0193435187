import type { SourceFile } from "@/shipped/contract";

const schema = (name: string, properties: object, required: string[] = []) =>
  `${JSON.stringify({ name, type: "object", properties, required }, null, 2)}\n`;

/**
 * A studio's bookings in idioms that neither the offline builder nor the desk uses: arrow components, context, custom
 * hooks, memo.
 */
export const studio: SourceFile[] = [
  {
    path: "entities/Lesson.json",
    content: schema(
      "Lesson",
      {
        topic: { type: "string" },
        level: { type: "string", enum: ["beginner", "improver", "advanced"], default: "beginner" },
        starts_at: { type: "string", format: "date-time" },
        seats: { type: "integer" },
        coach: { type: "string", "x-reference": "Coach" },
        is_open: { type: "boolean", default: true },
      },
      ["topic", "starts_at"],
    ),
  },
  {
    path: "entities/Coach.json",
    content: schema(
      "Coach",
      {
        full_name: { type: "string" },
        bio: { type: "string" },
        hourly_rate: { type: "number" },
        photo_url: { type: "string", format: "uri" },
      },
      ["full_name"],
    ),
  },
  {
    path: "entities/Booking.json",
    content: schema(
      "Booking",
      {
        lesson: { type: "string", "x-reference": "Lesson" },
        guest_name: { type: "string" },
        guest_email: { type: "string", format: "email" },
        state: { type: "string", enum: ["requested", "confirmed", "cancelled"], default: "requested" },
        paid_amount: { type: "number" },
      },
      ["lesson", "guest_name"],
    ),
  },
  {
    path: "services/money.js",
    content: `const formatter = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });

export const formatMoney = (amount = 0) => formatter.format(amount);

export function totalOf(bookings) {
  let total = 0;
  for (const booking of bookings) {
    if (booking.state === "cancelled") continue;
    total += booking.paid_amount ?? 0;
  }
  return total;
}
`,
  },
  {
    path: "services/use-lessons.js",
    content: `import { useCallback, useEffect, useMemo, useState } from "react";
import { Coach, Lesson } from "@/api/entities";

export const levels = ["beginner", "improver", "advanced"];

export function useLessons(level) {
  const [lessons, setLessons] = useState([]);
  const [coaches, setCoaches] = useState([]);
  const [status, setStatus] = useState("loading");

  const load = useCallback(async () => {
    setStatus("loading");
    try {
      const [allLessons, allCoaches] = await Promise.all([Lesson.list("-starts_at", 100), Coach.list()]);
      setLessons(allLessons);
      setCoaches(allCoaches);
      setStatus("ready");
    } catch (error) {
      console.warn(error);
      setStatus("failed");
    }
  }, []);

  useEffect(() => {
    load();
  }, [load]);

  const visible = useMemo(() => lessons.filter((lesson) => level === "all" || lesson.level === level), [lessons, level]);
  const coachNames = useMemo(() => Object.fromEntries(coaches.map(({ id, full_name }) => [id, full_name])), [coaches]);
  return { visible, coachNames, status, reload: load };
}
`,
  },
  {
    path: "components/Filters.jsx",
    content: `import React, { createContext, useContext, useState } from "react";

const FilterContext = createContext({ level: "all", setLevel: () => {} });

export const FilterProvider = ({ children }) => {
  const [level, setLevel] = useState("all");
  return <FilterContext.Provider value={{ level, setLevel }}>{children}</FilterContext.Provider>;
};

export const useFilter = () => useContext(FilterContext);
`,
  },
  {
    path: "components/LessonRow.jsx",
    content: `import React from "react";
import { CalendarDays, Users } from "lucide-react";
import { format } from "date-fns";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

const tones = {
  beginner: "bg-green-100 text-green-800",
  improver: "bg-amber-100 text-amber-800",
  advanced: "bg-red-100 text-red-800",
};

const LessonRow = ({ lesson, coachName, onBook }) => {
  const isFull = lesson.seats === 0;
  const label = isFull ? "Full" : \`Book \${lesson.topic}\`;

  return (
    <li className="flex items-center gap-4 border-b py-3">
      <CalendarDays className="h-4 w-4" aria-hidden="true" />
      <div className="flex-1">
        <p className="font-medium">{lesson.topic}</p>
        <p className="text-sm text-muted-foreground">
          {format(new Date(lesson.starts_at), "PPp")} {coachName ? <span>with {coachName}</span> : null}
        </p>
      </div>
      <Badge className={tones[lesson.level]}>{lesson.level}</Badge>
      <span className="flex items-center gap-1 text-sm">
        <Users className="h-4 w-4" aria-hidden="true" /> {lesson.seats ?? "–"}
      </span>
      <Button size="sm" disabled={isFull || !lesson.is_open} onClick={() => onBook(lesson)}>
        {label}
      </Button>
    </li>
  );
};

export default LessonRow;
`,
  },
  {
    path: "components/BookingForm.jsx",
    content: `import React, { useState } from "react";
import { Booking } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

export const BookingForm = ({ lesson, onDone }) => {
  const [values, setValues] = useState({ guest_name: "", guest_email: "" });
  const [error, setError] = useState(null);
  const [isSaving, setIsSaving] = useState(false);

  const change = (name) => (event) => setValues((current) => ({ ...current, [name]: event.target.value }));

  const submit = async (event) => {
    event.preventDefault();
    setIsSaving(true);
    try {
      const booking = await Booking.create({ ...values, lesson: lesson.id, state: "requested" });
      onDone(booking);
    } catch (reason) {
      setError(reason.message);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <form onSubmit={submit} className="grid gap-4">
      <div>
        <Label htmlFor="guest-name">Your name</Label>
        <Input id="guest-name" required value={values.guest_name} onChange={change("guest_name")} />
      </div>
      <div>
        <Label htmlFor="guest-email">Your email</Label>
        <Input id="guest-email" type="email" value={values.guest_email} onChange={change("guest_email")} />
      </div>
      {error && <p role="alert" className="text-sm text-destructive">{error}</p>}
      <Button type="submit" disabled={isSaving}>{isSaving ? "Sending…" : "Book"}</Button>
    </form>
  );
};
`,
  },
  {
    path: "pages/Lessons.jsx",
    content: `import React, { useState } from "react";
import { useNavigate } from "react-router-dom";
import { BookingForm } from "@/components/BookingForm";
import { FilterProvider, useFilter } from "@/components/Filters";
import LessonRow from "@/components/LessonRow";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { levels, useLessons } from "@/services/use-lessons";
import { createPageUrl } from "@/utils";

function LessonList() {
  const navigate = useNavigate();
  const { level, setLevel } = useFilter();
  const { visible, coachNames, status, reload } = useLessons(level);
  const [chosen, setChosen] = useState(null);

  const finish = async (booking) => {
    setChosen(null);
    await reload();
    navigate(createPageUrl("Bookings") + "?booking=" + booking.id);
  };

  if (status === "loading") return <p>Loading…</p>;
  if (status === "failed") {
    return (
      <p>
        Could not load the lessons. <button type="button" onClick={reload}>Try again</button>
      </p>
    );
  }

  return (
    <section>
      <select aria-label="Level" value={level} onChange={(event) => setLevel(event.target.value)}>
        <option value="all">All levels</option>
        {levels.map((name) => (
          <option key={name} value={name}>{name}</option>
        ))}
      </select>
      <ul>
        {visible.map((lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} coachName={coachNames[lesson.coach]} onBook={setChosen} />
        ))}
      </ul>
      {visible.length === 0 && <p>No lessons yet.</p>}
      <Dialog open={chosen !== null} onOpenChange={(isOpen) => !isOpen && setChosen(null)}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{chosen?.topic}</DialogTitle>
          </DialogHeader>
          {chosen && <BookingForm lesson={chosen} onDone={finish} />}
        </DialogContent>
      </Dialog>
    </section>
  );
}

const Lessons = () => (
  <FilterProvider>
    <LessonList />
  </FilterProvider>
);

export default Lessons;
`,
  },
  {
    path: "pages/Bookings.jsx",
    content: `import React, { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Trash2 } from "lucide-react";
import { Booking } from "@/api/entities";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { formatMoney, totalOf } from "@/services/money";
import { createPageUrl } from "@/utils";

export default function Bookings() {
  const [bookings, setBookings] = useState([]);

  useEffect(() => {
    let isCurrent = true;
    Booking.filter({ state: "confirmed" }, "-created_date").then((rows) => {
      if (isCurrent) setBookings(rows);
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  const remove = async (id) => {
    await Booking.delete(id);
    setBookings((current) => current.filter((booking) => booking.id !== id));
  };

  const confirm = async (booking) => {
    const saved = await Booking.update(booking.id, { state: "confirmed", paid_amount: 20 });
    setBookings((current) => current.map((other) => (other.id === saved.id ? saved : other)));
  };

  return (
    <main className="p-6">
      <h1 className="text-2xl font-semibold">Bookings</h1>
      <p>{formatMoney(totalOf(bookings))}</p>
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>Guest</TableHead>
            <TableHead>State</TableHead>
            <TableHead />
          </TableRow>
        </TableHeader>
        <TableBody>
          {bookings.map((booking) => (
            <TableRow key={booking.id} onClick={() => confirm(booking)}>
              <TableCell>{booking.guest_name}</TableCell>
              <TableCell>{booking.state}</TableCell>
              <TableCell>
                <button type="button" aria-label={\`Delete \${booking.guest_name}\`} onClick={() => remove(booking.id)}>
                  <Trash2 className="h-4 w-4" />
                </button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Link to={createPageUrl("Lessons")}>All lessons</Link>
    </main>
  );
}
`,
  },
];
